/** The editor of a paper: its sections, their order, the blueprint, and the storage. */
import type { Assignment } from '@shufang/contract';
import { LIMITS } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, LoadFailure, PageHeader, SortableList, Stack, Text, TextButton } from '@shufang/ui';
import { useQueries } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { BlueprintTable } from './blueprint-table.tsx';
import { type Candidates, type EditedPaper, type EditedSection, newSection, pickedAmong, sizeOf } from './edited-paper.ts';
import styles from './paper.module.css';
import { drawCountQuery } from './queries.ts';
import { anchorOfSection, SectionEditor } from './section-editor.tsx';
import { type LoadedPaper, type PaperForm, usePaperForm } from './use-paper-form.ts';

/**
 * Returns the number of questions that each draw can take, as far as it is known: those that the paper has already are not among them.
 * `stored`: what the server counted for the stored paper.
 */
const useAvailable = (paper: EditedPaper, candidates: Candidates, stored: LoadedPaper['draws']): ReadonlyMap<string, number> => {
  const userId = useSession((session) => session.userId);
  const draws = paper.sections.flatMap(({ slots }) => slots.flatMap((slot) => (slot.kind === 'draw' ? [slot] : [])));
  const counts = useQueries({ queries: draws.map(({ bankId, filter }) => drawCountQuery(userId, bankId, filter)) });
  return new Map(
    draws.flatMap(({ id, bankId, filter }, index) => {
      const found = counts[index]?.data?.count;
      const count =
        found === undefined
          ? stored.find(({ slotId }) => slotId === id)?.available
          : Math.max(0, found - pickedAmong(paper, candidates, bankId, filter));
      return count === undefined ? [] : [[id, count] as const];
    }),
  );
};

const Conflict = ({ form }: { readonly form: PaperForm }) => (
  <section className={styles.problems} role="alert">
    <Stack gap={12}>
      <Text as="h2" size={17} weight={600}>
        {text.changedTitle}
      </Text>
      <p>{text.changedLead}</p>
      <Cluster gap={12}>
        <button type="button" className={buttonClass()} onClick={() => void form.saveOver()}>
          {text.keepMine}
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={() => void form.take()}>
          {text.keepTheirs}
        </button>
      </Cluster>
    </Stack>
  </section>
);

const Problems = ({ form }: { readonly form: PaperForm }) => {
  const { paper, problems } = form;
  if (problems.size === 0) return null;
  const found = paper.sections.flatMap(({ id, title, slots }, index) =>
    [id, ...slots.map((slot) => slot.id)].flatMap((part) => {
      const problem = problems.get(part);
      return problem === undefined ? [] : [text.problemOf(text.sectionNo(index + 1, title), problem)];
    }),
  );
  const rows = paper.blueprint.flatMap(({ id }) => problems.get(id) ?? []);
  return (
    <div className={styles.problems} role="alert">
      <p>{text.problems}</p>
      <ul>
        {[...new Set([...found, ...rows.map((problem) => text.problemOf(text.blueprint, problem))])].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
};

const Outline = ({ form }: { readonly form: PaperForm }) => {
  const { paper, candidates } = form;
  const nameOf = (section: EditedSection): string => text.sectionNo(paper.sections.indexOf(section) + 1, section.title);
  return (
    <SortableList
      label={text.outline}
      rows={paper.sections}
      keyOf={({ id }) => id}
      labels={{
        handleOf: (section) => text.handleOf(nameOf(section)),
        hint: text.moveHint,
        movedTo: (section, position, count) => text.movedTo(section.title, position, count),
      }}
      onOrder={(sections) => form.set({ ...paper, sections: [...sections] })}
    >
      {(section) => {
        const size = sizeOf([section], candidates);
        return (
          <>
            <a href={`#${anchorOfSection(section.id)}`}>{nameOf(section)}</a>
            <Text as="p" size={13} tone="soft">
              {text.sectionSize(size.questions, size.milli)}
            </Text>
          </>
        );
      }}
    </SortableList>
  );
};

export const PaperEditor = ({ one, loaded }: { readonly one: Assignment; readonly loaded: LoadedPaper }) => {
  const form = usePaperForm(one.id, loaded);
  const navigate = useNavigate();
  const { paper, candidates } = form;
  const available = useAvailable(paper, candidates, loaded.draws);
  const size = sizeOf(paper.sections, candidates);
  const addSection = (): void => form.set({ ...paper, sections: [...paper.sections, newSection()] });
  const openPreview = (): void => void navigate(`/assignment/${one.id}/preview`);
  const add = (
    <button type="button" className={buttonClass(paper.sections.length === 0 ? undefined : 'quiet')} onClick={addSection}>
      {text.addSection}
    </button>
  );
  return (
    <>
      <PageHeader title={`${text.title}：${one.title}`} lead={text.lead(size.questions, size.milli)}>
        <Link to={`/assignment/${one.id}`} className={buttonClass('quiet')}>
          {text.toAssignment}
        </Link>
      </PageHeader>
      <div className={styles.layout}>
        <aside className={styles.side} aria-label={text.outline}>
          <Stack gap={16}>
            <Stack gap={8}>
              <button type="button" className={buttonClass()} aria-disabled={form.isBusy} onClick={() => form.save()}>
                {text.save}
              </button>
              <button
                type="button"
                className={buttonClass('quiet')}
                aria-disabled={form.isBusy}
                onClick={() => (form.isChanged ? form.save(openPreview) : openPreview())}
              >
                {form.isChanged ? text.saveAndPreview : text.preview}
              </button>
              <Text as="p" size={13} tone="soft" role="status">
                {form.isChanged ? text.unsaved : text.saved}
              </Text>
            </Stack>
            {form.isRestored ? (
              <div>
                <p role="status">{text.draft}</p>
                <TextButton tone="accent" underline onClick={form.dropDraft}>
                  {text.dropDraft}
                </TextButton>
              </div>
            ) : null}
            {paper.sections.length > 1 ? <Outline form={form} /> : null}
          </Stack>
        </aside>
        <Stack gap={20}>
          {form.isConflict ? <Conflict form={form} /> : null}
          <Problems form={form} />
          {form.failed ? (
            <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void form.retry()} />
          ) : null}
          {paper.sections.length === 0 ? (
            <EmptyState title={text.empty}>
              <p>{text.emptyHint}</p>
              {add}
            </EmptyState>
          ) : null}
          {paper.sections.map((section, index) => (
            <SectionEditor
              key={section.id}
              form={form}
              section={section}
              no={index + 1}
              isShuffled={one.isShuffled}
              available={available}
            />
          ))}
          {paper.sections.length === 0 || paper.sections.length >= LIMITS.paperSectionsMax ? null : <div>{add}</div>}
          <BlueprintTable form={form} />
        </Stack>
      </div>
    </>
  );
};
