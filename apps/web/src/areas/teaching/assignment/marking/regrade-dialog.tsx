/** Corrects the key of one question of a published assignment: the new key, a preview of what it changes, and the application. */
import { type Assignment, type AssignmentQuestion, contentText, LIMITS, type RegradePreview, regradeQuestion } from '@shufang/contract';
import { buttonClass, CheckboxOption, Cluster, DialogActions, ModalDialog, Stack, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../../platform/api/client.ts';
import { useForm } from '../../../../platform/forms/use-form.ts';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { correctedKey, type EditedKey, type EditedPart, editedKeyOf } from './edited-key.ts';
import { RegradePreviewView } from './regrade-preview.tsx';

interface RegradeDialogProps {
  readonly one: Assignment;
  readonly question: AssignmentQuestion;
  /** How the paper names the question. */
  readonly name: string;
  readonly onClose: () => void;
}

const reasonFields = z.object({ reason: z.string().trim().min(1, text.reasonNeeded) });

interface PartProps {
  readonly question: AssignmentQuestion;
  readonly id: string;
  readonly label: string;
  readonly part: EditedPart;
  readonly onChange: (part: EditedPart) => void;
}

/** Returns the options of an interaction with the text that names each. */
const optionsOf = ({ view }: AssignmentQuestion, id: string): { readonly id: string; readonly name: string }[] => {
  const interaction = view.interactions[id];
  if (interaction === undefined) return [];
  if ('options' in interaction) return interaction.options.map((option) => ({ id: option.id, name: contentText(option.content) }));
  if (interaction.type === 'hotspot') return interaction.areas.map((area) => ({ id: area.id, name: area.label || area.id }));
  return interaction.type === 'hottext' ? interaction.texts.map((each) => ({ id: each, name: each })) : [];
};

const PartField = ({ question, id, label, part, onChange }: PartProps) => {
  switch (part.kind) {
    case 'options':
      return (
        <Stack as="fieldset" gap={8}>
          <legend>{label}</legend>
          {optionsOf(question, id).map((option) => (
            <CheckboxOption
              key={option.id}
              checked={part.chosen.includes(option.id)}
              onChange={(checked) =>
                onChange({ ...part, chosen: checked ? [...part.chosen, option.id] : part.chosen.filter((each) => each !== option.id) })
              }
            >
              {option.name}
            </CheckboxOption>
          ))}
        </Stack>
      );
    case 'texts':
      return (
        <TextAreaField label={label} hint={text.textsHint} rows={4} value={part.lines} onChange={(lines) => onChange({ ...part, lines })} />
      );
    case 'number':
      return (
        <Stack gap={12}>
          <TextField label={label} value={part.value} onChange={(value) => onChange({ ...part, value })} />
          <TextField label={text.tolerance} value={part.tolerance} onChange={(tolerance) => onChange({ ...part, tolerance })} />
        </Stack>
      );
    case 'fixed':
      return <p>{text.fixedKey}</p>;
  }
};

export const RegradeDialog = ({ one, question, name, onClose }: RegradeDialogProps) => {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<EditedKey>(() => editedKeyOf(question.key, question.view));
  const [isFullPoints, setFullPoints] = useState(question.key.isFullPoints === true);
  const [isRaiseOnly, setRaiseOnly] = useState(false);
  const [preview, setPreview] = useState<RegradePreview>();
  const form = useForm({ initial: { reason: '' }, schema: reasonFields });
  const request = (isPreview: boolean, reason: string) =>
    call(regradeQuestion, {
      assignmentId: one.id,
      questionId: question.id,
      rev: one.rev,
      key: correctedKey(question.key, question.view, edited, isFullPoints),
      isRaiseOnly,
      isPreview,
      reason,
    });
  const previewing = useMutation({ mutationFn: () => request(true, ''), onSuccess: (result) => setPreview(result.preview) });
  const applying = useMutation({
    mutationFn: (reason: string) => request(false, reason),
    onSuccess: async () => {
      onClose();
      await Promise.all(['assignment', 'grade'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
  });
  /** A preview is of the key that it was made with. */
  const change = (apply: () => void): void => {
    setPreview(undefined);
    apply();
  };
  const parts = Object.entries(edited);
  return (
    <ModalDialog title={text.regradeTitle(name)} onClose={onClose}>
      <Stack
        as="form"
        gap={20}
        noValidate
        onSubmit={form.handleSubmit(({ reason }) => {
          if (preview !== undefined && !applying.isPending) applying.mutate(reason);
        })}
      >
        <p>{text.regradeLead}</p>
        {parts.map(([id, part], index) => (
          <PartField
            key={id}
            id={id}
            question={question}
            part={part}
            label={parts.length === 1 ? text.rightResponse : text.rightResponseOf(index + 1)}
            onChange={(next) => change(() => setEdited({ ...edited, [id]: next }))}
          />
        ))}
        <Stack gap={8}>
          <CheckboxOption checked={isFullPoints} onChange={(checked) => change(() => setFullPoints(checked))}>
            {text.fullPoints}
          </CheckboxOption>
          <CheckboxOption checked={isRaiseOnly} onChange={(checked) => change(() => setRaiseOnly(checked))}>
            {text.raiseOnly}
          </CheckboxOption>
        </Stack>
        {preview === undefined ? (
          <Cluster gap={12}>
            <button
              type="button"
              className={buttonClass()}
              aria-disabled={previewing.isPending}
              onClick={() => {
                if (!previewing.isPending) previewing.mutate();
              }}
            >
              {previewing.isPending ? text.previewing : text.preview}
            </button>
            <button type="button" className={buttonClass('quiet')} onClick={onClose}>
              {text.cancel}
            </button>
          </Cluster>
        ) : (
          <>
            <RegradePreviewView preview={preview} />
            <TextField
              label={text.regradeReason}
              hint={text.regradeReasonHint}
              maxLength={LIMITS.regradeReasonChars}
              error={form.errors.reason?.message}
              {...form.register('reason')}
            />
            <Text as="p" size={14} tone="soft">
              {text.applyLead}
            </Text>
            <DialogActions cancelLabel={text.cancel} submitLabel={text.apply} isBusy={applying.isPending} onCancel={onClose} />
          </>
        )}
      </Stack>
    </ModalDialog>
  );
};
