/** The corrected keys of an assignment, the newest first; the latest of each question can be undone. */
import { type Assignment, labelsOfPaper, type Regrade, undoRegrade } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, LoadFailure, RecordsSkeleton, Section, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { markingText as text } from '../../../../platform/messages/zh-cn/marking.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { questionsQuery } from '../queries.ts';
import { regradesQuery } from './queries.ts';

export const RegradeHistory = ({ one }: { one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const queryClient = useQueryClient();
  const [undone, setUndone] = useState<Regrade>();
  const { data, isError, refetch } = useQuery(regradesQuery(userId, one.id));
  const questions = useQuery(questionsQuery(userId, one.id));
  const labels = questions.data === undefined ? undefined : labelsOfPaper(questions.data.layout);
  const labelOf = ({ questionId }: Regrade): string => labels?.get(questionId) ?? questionId.slice(1);
  const undoing = useMutation({
    mutationFn: (regradeId: string) => call(undoRegrade, { assignmentId: one.id, regradeId }),
    onSettled: async () => {
      setUndone(undefined);
      await Promise.all(['assignment', 'grade'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
  });
  if (data === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.regrades)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  if (data.items.length === 0) return null;
  return (
    <Section title={text.regrades}>
      <Stack as="ul" gap={16}>
        {data.items.map((each) => (
          <li key={each.id}>
            <Cluster gap={12} align="center">
              <Text weight={600}>{text.regradeLine(labelOf(each), each)}</Text>
              {each.undoneAt === undefined ? null : <StateBadge>{text.undoneAt(each.undoneAt)}</StateBadge>}
              {each.isUndoable && one.mayEdit ? (
                <button type="button" className={buttonClass('quiet')} onClick={() => setUndone(each)}>
                  {text.undoOf(labelOf(each))}
                </button>
              ) : null}
            </Cluster>
            <Text block size={14} tone="soft">
              {text.regradeBy(each)}
            </Text>
          </li>
        ))}
      </Stack>
      {undone === undefined ? null : (
        <ConfirmDialog
          title={text.undoTitle(labelOf(undone))}
          confirmLabel={text.undo}
          cancelLabel={text.cancel}
          isBusy={undoing.isPending}
          onConfirm={() => undoing.mutate(undone.id)}
          onClose={() => setUndone(undefined)}
        >
          <p>{text.undoLead}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
};
