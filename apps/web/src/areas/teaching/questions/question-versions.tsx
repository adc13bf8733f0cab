/** The earlier versions of a question, each shown on request. */
import type { getQuestion, OutputOf } from '@shufang/contract';
import { Cluster, LoadFailure, ModalDialog, RecordsSkeleton, Section, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { questionQuery, questionVersionQuery } from '../../../features/question/queries.ts';
import { questionEditorText as text } from '../../../platform/messages/zh-cn/question-editor.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../../platform/session/session.ts';
import { QuestionPreview } from './question-preview.tsx';

const VersionDialog = ({ id, no, onClose }: { readonly id: string; readonly no: number; readonly onClose: () => void }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(questionVersionQuery(userId, id, no));
  return (
    <ModalDialog title={text.versionTitle(no)} onClose={onClose}>
      {data === undefined ? (
        isError ? (
          <LoadFailure text={recordsText.failed(text.loadFailed)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )
      ) : (
        <QuestionPreview question={data} />
      )}
    </ModalDialog>
  );
};

export const QuestionVersions = ({ id }: { readonly id: string }) => {
  const userId = useSession((session) => session.userId);
  const [shown, setShown] = useState<number>();
  const versions: OutputOf<typeof getQuestion>['versions'] = useQuery(questionQuery(userId, id)).data?.versions ?? [];
  if (versions.length < 2) return null;
  return (
    <Section title={text.versions}>
      <Text as="p" size={13} tone="soft">
        {text.versionsHint}
      </Text>
      <ul>
        {versions.map(({ id: versionId, no, createdAt }) => (
          <li key={versionId}>
            <Cluster gap={12} align="center">
              <span>{text.versionRow(no, createdAt)}</span>
              <TextButton aria-label={text.showVersion(no)} onClick={() => setShown(no)}>
                {text.show}
              </TextButton>
            </Cluster>
          </li>
        ))}
      </ul>
      {shown === undefined ? null : <VersionDialog id={id} no={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
};
