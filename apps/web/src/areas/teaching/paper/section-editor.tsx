/** A section of a paper in the editor: title, instructions, points, and its questions and draws in order. */
import { LIMITS } from '@shufang/contract';
import {
  buttonClass,
  CheckboxOption,
  Cluster,
  ConfirmDialog,
  Grid,
  SortableList,
  Stack,
  Text,
  TextAreaField,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useState } from 'react';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { DrawDialog } from './draw-dialog.tsx';
import { type EditedDraw, type EditedSection, moveSlot, newPartId, questionIdsOf, sizeOf, withSection } from './edited-paper.ts';
import styles from './paper.module.css';
import { PickQuestionsDialog } from './pick-questions-dialog.tsx';
import { nameOfSlot, SlotRow } from './slot-row.tsx';
import type { PaperForm } from './use-paper-form.ts';

interface SectionEditorProps {
  readonly form: PaperForm;
  readonly section: EditedSection;
  /** From 1. */
  readonly no: number;
  readonly isShuffled: boolean;
  readonly available: ReadonlyMap<string, number>;
}

/** Anchor of a section on the page. */
export const anchorOfSection = (id: string): string => `section-${id}`;

type Open = { readonly kind: 'pick' } | { readonly kind: 'draw'; readonly draw?: EditedDraw } | { readonly kind: 'remove' };

export const SectionEditor = ({ form, section, no, isShuffled, available }: SectionEditorProps) => {
  const [open, setOpen] = useState<Open>();
  const { paper, banks, candidates, problems, isLoading } = form;
  const handleClose = (): void => setOpen(undefined);
  const change = (next: (before: EditedSection) => EditedSection): void => form.set(withSection(paper, section.id, next));
  const name = text.sectionNo(no, section.title);
  const size = sizeOf([section], candidates);
  const others = paper.sections.flatMap(({ id, title }, index) =>
    id === section.id ? [] : [{ id, name: text.sectionNo(index + 1, title) }],
  );
  const putDraw = (draw: EditedDraw): void => {
    handleClose();
    change((before) => {
      const isNew = !before.slots.some(({ id }) => id === draw.id);
      return { ...before, slots: isNew ? [...before.slots, draw] : before.slots.map((slot) => (slot.id === draw.id ? draw : slot)) };
    });
  };
  return (
    <section id={anchorOfSection(section.id)} tabIndex={-1} className={styles.section} aria-labelledby={`${section.id}-name`}>
      <Stack gap={16}>
        <Cluster gap={12} justify="between" align="baseline">
          <Text as="h2" id={`${section.id}-name`} size={18} weight={600}>
            {name}
          </Text>
          <Text size={14} tone="soft">
            {text.sectionSize(size.questions, size.milli)}
          </Text>
        </Cluster>
        <Grid gap={12} align="start" className={styles.filters}>
          <TextField
            label={text.sectionTitle}
            hint={text.sectionTitleHint}
            maxLength={LIMITS.assignmentTitleChars}
            value={section.title}
            onChange={(title) => change((before) => ({ ...before, title }))}
          />
          <TextField
            label={text.pointsEach}
            hint={text.pointsEachHint}
            error={problems.get(section.id)}
            inputMode="decimal"
            maxLength={8}
            value={section.points}
            onChange={(points) => change((before) => ({ ...before, points }))}
          />
        </Grid>
        <TextAreaField
          label={text.sectionInstructions}
          rows={2}
          maxLength={LIMITS.paperInstructionsChars}
          value={section.instructions}
          onChange={(instructions) => change((before) => ({ ...before, instructions }))}
        />
        {isShuffled ? (
          <CheckboxOption checked={section.keepsOrder} onChange={(keepsOrder) => change((before) => ({ ...before, keepsOrder }))}>
            {text.keepsOrder}
          </CheckboxOption>
        ) : null}
        {section.slots.length === 0 ? (
          <Text as="p" tone="soft">
            {text.noSlots}
          </Text>
        ) : (
          <div>
            <SortableList
              label={text.slots(name)}
              rows={section.slots}
              keyOf={({ id }) => id}
              labels={{
                handleOf: (slot) => text.handleOf(nameOfSlot(slot, candidates)),
                hint: text.moveHint,
                movedTo: (slot, position, count) => text.movedTo(nameOfSlot(slot, candidates), position, count),
              }}
              onOrder={(slots) => change((before) => ({ ...before, slots: [...slots] }))}
            >
              {(slot) => (
                <SlotRow
                  section={section}
                  slot={slot}
                  candidates={candidates}
                  isLoading={isLoading}
                  available={available.get(slot.id)}
                  problem={problems.get(slot.id)}
                  others={others}
                  onChange={(next) =>
                    change((before) => ({ ...before, slots: before.slots.map((each) => (each.id === next.id ? next : each)) }))
                  }
                  onMoveTo={(sectionId) => form.set(moveSlot(paper, slot.id, sectionId))}
                  onEditDraw={() => setOpen(slot.kind === 'draw' ? { kind: 'draw', draw: slot } : undefined)}
                  onRemove={() => change((before) => ({ ...before, slots: before.slots.filter(({ id }) => id !== slot.id) }))}
                />
              )}
            </SortableList>
          </div>
        )}
        <Cluster gap={12} align="center">
          <button type="button" className={buttonClass('quiet')} onClick={() => setOpen({ kind: 'pick' })}>
            {text.addQuestions}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={() => setOpen({ kind: 'draw' })}>
            {text.addDraw}
          </button>
          <TextButton tone="soft" underline onClick={() => setOpen({ kind: 'remove' })}>
            {text.removeSection}
          </TextButton>
        </Cluster>
      </Stack>
      {open?.kind === 'pick' ? (
        <PickQuestionsDialog
          banks={banks}
          present={questionIdsOf(paper)}
          onAdd={(picked) => {
            handleClose();
            const slots = picked.map((each) => ({ kind: 'question' as const, id: newPartId(), points: '', ...each }));
            change((before) => ({ ...before, slots: [...before.slots, ...slots] }));
          }}
          onClose={handleClose}
        />
      ) : null}
      {open?.kind === 'draw' ? <DrawDialog form={form} draw={open.draw} onSave={putDraw} onClose={handleClose} /> : null}
      {open?.kind === 'remove' ? (
        <ConfirmDialog
          title={text.removeSectionTitle(name)}
          confirmLabel={text.removeSection}
          cancelLabel={text.cancel}
          isDestructive
          onConfirm={() => form.set({ ...paper, sections: paper.sections.filter(({ id }) => id !== section.id) })}
          onClose={handleClose}
        >
          <p>{text.removeSectionLead}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
};
