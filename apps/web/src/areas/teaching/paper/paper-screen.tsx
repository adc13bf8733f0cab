/** `/assignment/:id/paper`: a teacher makes the paper of a draft. */
import type { Assignment } from '@shufang/contract';
import { buttonClass, Cluster, EmptyState, PageHeader } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paperText as text } from '../../../platform/messages/zh-cn/paper.ts';
import { useSession } from '../../../platform/session/session.ts';
import { PaperEditor } from './paper-editor.tsx';
import { PaperPage, PaperPending } from './paper-page.tsx';
import { paperDraftQuery } from './queries.ts';

const Loaded = ({ one }: { readonly one: Assignment }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(paperDraftQuery(userId, one.id));
  // The form keeps the paper with which it was opened: a later response is not what the teacher has seen.
  const [opened, setOpened] = useState(data);
  if (opened === undefined && data !== undefined) setOpened(data);
  if (one.status !== 'draft' || !one.mayEdit) {
    return (
      <>
        <PageHeader title={`${text.title}：${one.title}`} />
        <EmptyState title={text.frozen}>
          <p>{text.frozenHint}</p>
          <Cluster gap={12}>
            <Link to={`/assignment/${one.id}/preview`} className={buttonClass()}>
              {text.preview}
            </Link>
            <Link to={`/assignment/${one.id}`} className={buttonClass('quiet')}>
              {text.toAssignment}
            </Link>
          </Cluster>
        </EmptyState>
      </>
    );
  }
  if (opened === undefined) return <PaperPending title={text.title} error={error} onRetry={() => void refetch()} />;
  return <PaperEditor one={one} loaded={opened} />;
};

export const Component = () => <PaperPage title={text.title}>{(one) => <Loaded one={one} />}</PaperPage>;
