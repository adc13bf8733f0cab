/** The form of a paper: its sections, the questions that it names, its draft on the device, and its storage. */
import { type getPaperDraft, type OutputOf, type PaperCandidate, savePaper } from '@shufang/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { questionBanksQuery } from '../../../features/question/queries.ts';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { useSession } from '../../../platform/session/session.ts';
import { refreshAssignments } from '../assignment/queries.ts';
import { type Candidates, draftFrom, type EditedPaper, editedFrom, editedPaper, problemsOf } from './edited-paper.ts';
import { paperDraftQuery, pickedQuery } from './queries.ts';

export type LoadedPaper = OutputOf<typeof getPaperDraft>;

/** Returns the form of a stored draft; undefined if it is of another version of this app. */
const readForm = (body: string): EditedPaper | undefined => {
  try {
    return editedPaper.safeParse(JSON.parse(body)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Returns the questions of a paper: those that were loaded with it, and those that were picked since. */
const useCandidates = (paper: EditedPaper, loaded: readonly PaperCandidate[]) => {
  const userId = useSession((session) => session.userId);
  const [seen, setSeen] = useState<Candidates>(() => new Map(loaded.map((question) => [question.id, question])));
  const wanted = new Map<string, string[]>();
  for (const slot of paper.sections.flatMap(({ slots }) => slots))
    if (slot.kind === 'question' && !seen.has(slot.questionId))
      wanted.set(slot.bankId, [...(wanted.get(slot.bankId) ?? []), slot.questionId]);
  const picked = useQuery(pickedQuery(userId, wanted));
  const fresh = picked.data?.filter(({ id }) => !seen.has(id)) ?? [];
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((question) => [question.id, question] as const)]));
  return {
    candidates: seen,
    isLoading: wanted.size > 0 && picked.isPending,
    failed: wanted.size > 0 && picked.isError,
    retry: picked.refetch,
  };
};

export const usePaperForm = (assignmentId: string, loaded: LoadedPaper) => {
  const queryClient = useQueryClient();
  const userId = useSession((session) => session.userId);
  const banks = useQuery(questionBanksQuery(userId)).data?.banks ?? [];
  const [start, setStart] = useState(() => JSON.stringify(editedFrom(loaded.draft)));
  const form = useForm({ initial: { paper: start }, draft: `paper:${assignmentId}` });
  const [rev, setRev] = useState(loaded.rev);
  const [isConflict, setConflict] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const paper = readForm(form.values.paper) ?? editedFrom(loaded.draft);
  const problems = problemsOf(paper);
  const candidates = useCandidates(paper, loaded.questions);
  const set = (next: EditedPaper): void => form.setValue('paper', JSON.stringify(next));
  const saving = useMutation({
    mutationFn: (base: number) => call(savePaper, { assignmentId, rev: base, ...draftFrom(paper) }),
    onSuccess: async (saved) => {
      form.dropDraft();
      setStart(form.getValues().paper);
      setRev(saved.rev);
      setConflict(false);
      await refreshAssignments(queryClient);
    },
    onError: (error) => setConflict(isRefusal(error, 'assignment.changed')),
  });
  const newest = () => queryClient.fetchQuery(paperDraftQuery(userId, assignmentId));
  const save = (base: number, onSaved?: () => void): void => {
    setChecked(true);
    if (problems.size === 0 && !saving.isPending) saving.mutate(base, { onSuccess: () => onSaved?.() });
  };
  return {
    paper,
    banks,
    ...candidates,
    /** Problems are shown from the first attempt to save. */
    problems: isChecked ? problems : (new Map() as typeof problems),
    set,
    isChanged: form.values.paper !== start,
    isRestored: form.isRestored,
    isBusy: saving.isPending,
    isConflict,
    dropDraft: () => {
      form.reset({ paper: start });
    },
    save: (onSaved?: () => void) => save(rev, onSaved),
    /** Stores this paper instead of what others have stored since. */
    saveOver: async () => {
      save((await newest()).rev);
    },
    /** Replaces this paper by what others have stored. */
    take: async () => {
      const stored = await newest();
      const next = JSON.stringify(editedFrom(stored.draft));
      setRev(stored.rev);
      setStart(next);
      setConflict(false);
      form.reset({ paper: next });
    },
  };
};

export type PaperForm = ReturnType<typeof usePaperForm>;
