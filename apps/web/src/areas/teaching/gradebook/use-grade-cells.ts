/**
 * The cells of a gradebook while a teacher fills it in: what was typed is shown at once, stored on the device, and sent to the server. A
 * cell stays on the device until the server has stored it; one that a colleague changed meanwhile becomes a conflict to be decided.
 */
import { type GradeCellRecord, type GradeValue, gradeCell, LIMITS, setGradeCells } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../platform/api/client.ts';
import { useStoredDraft } from '../../../platform/storage/use-stored-draft.ts';
import { cellKey, EMPTY } from './grade-value.ts';
import { type Gradebook, gradebookQuery } from './queries.ts';

const storedCells = z.array(gradeCell);

/** A cell that the server has in another state than the one on which the teacher typed. */
export interface GradeConflict {
  readonly mine: GradeCellRecord;
  readonly theirs: GradeCellRecord;
}

export interface GradeCells {
  readonly valueOf: (columnId: string, userId: string) => GradeValue;
  /** Returns the cell as the server has it, with what is shown beside its value. */
  readonly storedCell: (columnId: string, userId: string) => GradeCellRecord | undefined;
  /** Sets cells and sends them. */
  readonly set: (changes: readonly Pick<GradeCellRecord, 'columnId' | 'userId' | 'value'>[], reason?: string) => void;
  /** Number of cells that the server has not stored. */
  readonly unsaved: number;
  readonly isSaving: boolean;
  readonly retry: () => void;
  readonly conflicts: readonly GradeConflict[];
  readonly decide: (conflict: GradeConflict, choice: 'mine' | 'theirs') => void;
}

const without = (cells: ReadonlyMap<string, GradeCellRecord>, key: string): Map<string, GradeCellRecord> => {
  const rest = new Map(cells);
  rest.delete(key);
  return rest;
};

const parseStored = (body: string): GradeCellRecord[] => {
  try {
    return storedCells.safeParse(JSON.parse(body)).data ?? [];
  } catch {
    return [];
  }
};

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

export const useGradeCells = (owner: string, classId: string, gradebook: Gradebook): GradeCells => {
  const queryClient = useQueryClient();
  const [unsaved, setUnsaved] = useState<ReadonlyMap<string, GradeCellRecord>>(new Map());
  /** The same map for requests that start after a wait. */
  const latest = useRef<ReadonlyMap<string, GradeCellRecord>>(unsaved);
  const [conflicts, setConflicts] = useState<readonly GradeConflict[]>([]);
  const stored = useMemo(() => new Map(gradebook.cells.map((cell) => [cellKey(cell), cell])), [gradebook.cells]);
  const { queryKey } = gradebookQuery(owner, classId);
  /** Cells that an earlier visit left on the device. */
  const [restored, setRestored] = useState<readonly GradeCellRecord[]>([]);
  const draft = useStoredDraft(owner, `grades:${classId}`, (body) => setRestored(parseStored(body)));

  const replaceUnsaved = (cells: ReadonlyMap<string, GradeCellRecord>): void => {
    latest.current = cells;
    setUnsaved(cells);
    if (cells.size === 0) draft.drop();
    else draft.save(JSON.stringify([...cells.values()]));
  };

  const saving = useMutation({
    // Requests run one after the other: the second change of a cell is sent with the revision that the first one led to.
    scope: { id: `grades ${classId}` },
    mutationFn: async ({ keys, reason }: { keys: readonly string[]; reason: string }) => {
      const sent = keys.flatMap((key) => latest.current.get(key) ?? []);
      const result = sent.length === 0 ? { saved: [], conflicts: [] } : await call(setGradeCells, { classId, reason, cells: sent });
      return { sent, ...result };
    },
    onSuccess: ({ sent, saved, conflicts: found }) => {
      const fresh = new Map([...saved, ...found].map((cell) => [cellKey(cell), cell]));
      queryClient.setQueryData(queryKey, (old) =>
        old === undefined ? old : { ...old, cells: [...old.cells.filter((cell) => !fresh.has(cellKey(cell))), ...fresh.values()] },
      );
      const next = new Map(latest.current);
      for (const cell of sent) {
        const key = cellKey(cell);
        const current = next.get(key);
        // A cell that was typed again meanwhile stays, on the revision that is stored now.
        if (current?.value === cell.value) next.delete(key);
        else if (current !== undefined) next.set(key, { ...current, rev: fresh.get(key)?.rev ?? current.rev });
      }
      const mine = new Map(sent.map((cell) => [cellKey(cell), cell]));
      const foundNow = found.flatMap((theirs) => {
        const own = mine.get(cellKey(theirs));
        return own === undefined ? [] : [{ mine: own, theirs }];
      });
      for (const { mine: own } of foundNow) next.set(cellKey(own), own);
      setConflicts((now) => [...now.filter(({ theirs }) => !fresh.has(cellKey(theirs))), ...foundNow]);
      replaceUnsaved(next);
    },
  });

  const send = (cells: readonly GradeCellRecord[], reason: string): void => {
    replaceUnsaved(new Map([...latest.current, ...cells.map((cell) => [cellKey(cell), cell] as const)]));
    for (const chunk of chunksOf(cells.map(cellKey), LIMITS.gradeCellsPerSave)) saving.mutate({ keys: chunk, reason });
  };

  const sendRestored = useEffectEvent(() => send(restored, ''));
  useEffect(() => {
    if (restored.length > 0) sendRestored();
  }, [restored]);

  // The same functions until a cell changes, so that the rows of the table are not drawn again.
  const valueOf = useCallback(
    (columnId: string, userId: string): GradeValue => {
      const key = cellKey({ columnId, userId });
      return (unsaved.get(key) ?? stored.get(key))?.value ?? EMPTY;
    },
    [unsaved, stored],
  );
  const storedCell = useCallback((columnId: string, userId: string) => stored.get(cellKey({ columnId, userId })), [stored]);
  return {
    valueOf,
    storedCell,
    set: (changes, reason = '') =>
      send(
        changes.map((change) => {
          const key = cellKey(change);
          return { ...change, rev: (latest.current.get(key) ?? stored.get(key))?.rev ?? 0 };
        }),
        reason,
      ),
    unsaved: unsaved.size,
    isSaving: saving.isPending,
    retry: () => send([...latest.current.values()], ''),
    conflicts,
    decide: (conflict, choice) => {
      setConflicts((now) => now.filter((each) => each !== conflict));
      if (choice === 'mine') send([{ ...conflict.mine, rev: conflict.theirs.rev }], '');
      else replaceUnsaved(without(latest.current, cellKey(conflict.mine)));
    },
  };
};
