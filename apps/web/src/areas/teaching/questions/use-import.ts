/** The import of questions: reads a file on this device, and stores the chosen questions in calls of a size that the server accepts. */
import { QuestionFileError } from '@shufang/assessment';
import { importQuestions, LIMITS } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQuestions } from '../../../features/question/queries.ts';
import { call } from '../../../platform/api/client.ts';
import { type ImportedQuestion, type ImportFile, type ImportItem, portionsOf, readImportFile } from './import-items.ts';
import { labelsFrom } from './question-from-form.ts';

interface Target {
  readonly folderId: string;
  readonly tags: string;
}

export const useImport = (bankId: string) => {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<ImportFile>();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState(0);
  const replace = (change: (item: ImportItem) => ImportItem): void =>
    setFile((current) => (current === undefined ? current : { ...current, items: current.items.map(change) }));
  const read = (bytes: Uint8Array, fileName: string): void => {
    try {
      setFile(readImportFile(bytes, fileName));
      setProblem(undefined);
      setDone(0);
    } catch (error) {
      if (!(error instanceof QuestionFileError)) throw error;
      setProblem(error.message);
    }
  };
  const storing = useMutation({
    mutationFn: async ({ folderId, tags }: Target): Promise<void> => {
      if (file === undefined) return;
      const chosen = file.items.filter(({ isChosen, isImported, question }) => isChosen && !isImported && question !== undefined);
      const contentOf = ({ question, line, source }: ImportItem): ImportedQuestion => ({
        view: question?.view ?? { id: 'item', title: '', body: [], interactions: {} },
        key: question?.key ?? { responses: {}, explanation: [] },
        tags: labelsFrom(tags),
        knowledgePoints: [],
        origin: {
          format: file.format,
          fileName: file.fileName.slice(0, 255),
          line,
          source: source.slice(0, LIMITS.questionSourceChars),
        },
      });
      setDone(0);
      for (const portion of portionsOf(chosen, LIMITS.questionsPerCall, contentOf)) {
        await call(importQuestions, { bankId, items: portion.map(contentOf), ...(folderId === '' ? {} : { folderId }) });
        const ids = new Set(portion.map(({ id }) => id));
        replace((item) => (ids.has(item.id) ? { ...item, isImported: true, isChosen: false } : item));
        setDone((count) => count + portion.length);
      }
    },
    onSettled: () => refreshQuestions(queryClient),
  });
  return {
    file,
    problem,
    /** Number of questions that the last import has stored. */
    done,
    read,
    setItem: (next: ImportItem) => replace((item) => (item.id === next.id ? next : item)),
    startAgain: () => {
      setFile(undefined);
      setProblem(undefined);
      storing.reset();
    },
    store: (target: Target) => {
      if (!storing.isPending) storing.mutate(target);
    },
    isStoring: storing.isPending,
    isStored: storing.isSuccess,
    hasFailed: storing.isError,
  };
};
