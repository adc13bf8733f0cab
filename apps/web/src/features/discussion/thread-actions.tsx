/** The buttons of a thread or a reply: accepting, hiding with a reason, and deleting. */
import { acceptReply, deletePost, hidePost, LIMITS, type Reply, type Thread } from '@shufang/contract';
import { Cluster, ConfirmDialog, ReasonDialog, TextButton } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { discussionText as text } from '../../platform/messages/zh-cn/discussion.ts';
import { refreshThreads } from './queries.ts';

interface PostProps {
  readonly thread: Thread;
  /** Absent: the thread itself. */
  readonly reply?: Reply | undefined;
}

const idsOf = ({ thread, reply }: PostProps) => ({ threadId: thread.id, ...(reply === undefined ? {} : { replyId: reply.id }) });

const reasonFields = z.object({ reason: z.string().trim().min(1, text.reasonNeeded) });

/** What the buttons show of a post. */
export interface ShownPost {
  readonly body: string;
  readonly hiddenReason?: string | undefined;
}

interface HideProps {
  readonly post: ShownPost;
  readonly lead: string;
  /** Hides the post for this reason, or without one shows it again. */
  readonly onHide: (reason: string | undefined) => Promise<unknown>;
  /** Called after a success or a failure. */
  readonly onSettled: () => Promise<void>;
}

export const HideButton = ({ post: { body, hiddenReason }, lead, onHide, onSettled }: HideProps) => {
  const [asks, setAsks] = useState(false);
  const form = useForm({ initial: { reason: '' }, schema: reasonFields });
  const hiding = useMutation({
    mutationFn: onHide,
    onSettled: () => {
      setAsks(false);
      return onSettled();
    },
  });
  const handleSubmit = form.handleSubmit(({ reason }) => {
    if (!hiding.isPending) hiding.mutate(reason);
  });
  if (hiddenReason !== undefined) {
    return (
      <TextButton type="button" aria-disabled={hiding.isPending} onClick={() => hiding.mutate(undefined)}>
        {text.unhide}
      </TextButton>
    );
  }
  return (
    <>
      <TextButton type="button" aria-label={text.hideOf(body)} onClick={() => setAsks(true)}>
        {text.hide}
      </TextButton>
      {asks ? (
        <ReasonDialog
          title={text.hideTitle}
          lead={lead}
          label={text.reason}
          maxLength={LIMITS.hiddenReasonChars}
          confirmLabel={text.hide}
          cancelLabel={text.cancel}
          isBusy={hiding.isPending}
          field={form.register('reason')}
          error={form.errors.reason?.message}
          onSubmit={handleSubmit}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </>
  );
};

interface DeleteProps {
  readonly post: ShownPost;
  readonly lead: string;
  readonly onDelete: () => Promise<unknown>;
  /** Called after a success or a failure. */
  readonly onSettled: () => Promise<void>;
}

export const DeleteButton = ({ post: { body }, lead, onDelete, onSettled }: DeleteProps) => {
  const [asks, setAsks] = useState(false);
  const deleting = useMutation({
    mutationFn: onDelete,
    onSettled: () => {
      setAsks(false);
      return onSettled();
    },
  });
  return (
    <>
      <TextButton type="button" aria-label={text.removeOf(body)} onClick={() => setAsks(true)}>
        {text.remove}
      </TextButton>
      {asks ? (
        <ConfirmDialog
          title={text.removeTitle}
          confirmLabel={text.remove}
          cancelLabel={text.cancel}
          isBusy={deleting.isPending}
          isDestructive
          onConfirm={() => deleting.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{lead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const Accept = ({ thread, reply }: { thread: Thread; reply: Reply }) => {
  const queryClient = useQueryClient();
  const accepting = useMutation({
    mutationFn: () => call(acceptReply, { threadId: thread.id, ...(reply.isAccepted ? {} : { replyId: reply.id }) }),
    onSettled: () => refreshThreads(queryClient),
  });
  return (
    <TextButton
      type="button"
      aria-label={reply.isAccepted ? undefined : text.acceptOf(reply.author === '' ? text.byAnonymous : reply.author)}
      aria-disabled={accepting.isPending}
      onClick={() => {
        if (!accepting.isPending) accepting.mutate();
      }}
    >
      {reply.isAccepted ? text.unaccept : text.accept}
    </TextButton>
  );
};

export const PostActions = ({ thread, reply, mayModerate }: PostProps & { readonly mayModerate: boolean }) => {
  const queryClient = useQueryClient();
  const post = reply ?? thread;
  const ids = idsOf({ thread, reply });
  const refresh = (): Promise<void> => refreshThreads(queryClient);
  const hide = (reason: string | undefined): Promise<unknown> => call(hidePost, { ...ids, ...(reason === undefined ? {} : { reason }) });
  const remove = (): Promise<unknown> => call(deletePost, ids);
  return (
    <Cluster gap={12}>
      {reply !== undefined && thread.mayAccept ? <Accept thread={thread} reply={reply} /> : null}
      {mayModerate ? <HideButton post={post} lead={text.hideLead} onHide={hide} onSettled={refresh} /> : null}
      {post.isOwn ? (
        <DeleteButton
          post={post}
          lead={reply === undefined ? text.removeLead : text.removeReplyLead}
          onDelete={remove}
          onSettled={refresh}
        />
      ) : null}
    </Cluster>
  );
};
