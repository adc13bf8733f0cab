/** A question to the class, or a passage that a teacher shares, with its replies and a form for another one. */
import { LIMITS, newId, type Reply, replyToThread, type Thread, type ThreadClass, type TopicReply } from '@shufang/contract';
import { buttonClass, Checkbox, Cluster, Panel, Stack, StateBadge, Text, TextAreaField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { discussionText as text } from '../../platform/messages/zh-cn/discussion.ts';
import { refreshThreads } from './queries.ts';
import { PostActions } from './thread-actions.tsx';

const replyFields = z.object({ body: z.string().trim().min(1, text.replyNeeded) });

const ReplyForm = ({ thread, isTeacher }: { thread: Thread; isTeacher: boolean }) => {
  const queryClient = useQueryClient();
  const [isAnonymous, setAnonymous] = useState(false);
  // A reply that is sent again after a lost response has the same id, so that it is stored once.
  const [id, setId] = useState(() => newId());
  const form = useForm({ initial: { body: '' }, schema: replyFields, draft: `thread:${thread.id}` });
  const replying = useMutation({
    mutationFn: ({ body }: z.output<typeof replyFields>) => call(replyToThread, { id, threadId: thread.id, body, isAnonymous }),
    onSuccess: () => {
      form.reset();
      setId(newId());
      return refreshThreads(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!replying.isPending) replying.mutate(values);
  });
  return (
    <Stack as="form" gap={12} justifyItems="start" noValidate onSubmit={handleSubmit} aria-label={text.replyTo(thread.target.quote.exact)}>
      <TextAreaField
        label={text.reply}
        error={form.errors.body?.message}
        rows={2}
        maxLength={LIMITS.threadBodyChars}
        {...form.register('body')}
      />
      {isTeacher ? null : <Checkbox label={text.anonymous} checked={isAnonymous} onChange={({ target }) => setAnonymous(target.checked)} />}
      <button type="submit" className={buttonClass('quiet')} aria-disabled={replying.isPending}>
        {text.reply}
      </button>
    </Stack>
  );
};

export const authorOf = ({ author, isOwn }: Pick<Thread | Reply, 'author' | 'isOwn'>): string => {
  if (isOwn) return text.own;
  return author === '' ? text.byAnonymous : author;
};

export const PostLine = ({ post }: { post: Thread | Reply | TopicReply }) => (
  <Cluster gap={8} align="center">
    <Text size={14} tone="soft">
      {text.line(authorOf(post), post.at)}
    </Text>
    {post.isTeacher ? <StateBadge>{text.teacher}</StateBadge> : null}
    {post.isAnonymous ? <StateBadge>{text.anonymousNote}</StateBadge> : null}
    {'isAccepted' in post && post.isAccepted ? <StateBadge tone="good">{text.accepted}</StateBadge> : null}
  </Cluster>
);

export const Hidden = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : (
    <Text as="p" size={14} tone="accent">
      {text.hidden(reason)}
    </Text>
  );

const stateOf = ({ kind, replies }: Thread): { readonly label: string; readonly tone?: 'good' | 'wait' } => {
  if (kind === 'highlight') return { label: text.shared };
  if (replies.some(({ isAccepted }) => isAccepted)) return { label: text.isResolved, tone: 'good' };
  return replies.length === 0 ? { label: text.unanswered, tone: 'wait' } : { label: text.replies(replies.length) };
};

interface ThreadCardProps {
  readonly thread: Thread;
  readonly group: ThreadClass;
  /** Name of the class, if threads of several classes are listed. */
  readonly className?: string | undefined;
  /** A link or a button that opens the passage. */
  readonly passage: ReactNode;
  readonly isOpen: boolean;
}

export const ThreadCard = ({ thread, group, className, passage, isOpen }: ThreadCardProps) => {
  const { label, tone } = stateOf(thread);
  return (
    <Panel as="li" id={`thread-${thread.id}`}>
      <Stack gap={8}>
        <Cluster gap={8} align="center">
          <StateBadge {...(tone === undefined ? {} : { tone })}>{label}</StateBadge>
          {className === undefined ? null : (
            <Text size={13} tone="faint">
              {className}
            </Text>
          )}
        </Cluster>
        {passage}
        {thread.body === '' ? null : (
          <Text as="p" breakWords whiteSpace="pre-line" weight={600}>
            {thread.body}
          </Text>
        )}
        <PostLine post={thread} />
        <Hidden reason={thread.hiddenReason} />
        <PostActions thread={thread} mayModerate={group.mayModerate} />
        <details open={isOpen || undefined}>
          <summary>{thread.replies.length === 0 ? text.reply : text.replies(thread.replies.length)}</summary>
          <Stack gap={16} marginTop={12}>
            {thread.replies.length === 0 ? null : (
              <Stack as="ul" gap={16}>
                {thread.replies.map((reply) => (
                  <Stack key={reply.id} as="li" gap={4}>
                    <PostLine post={reply} />
                    <Text as="p" breakWords whiteSpace="pre-line">
                      {reply.body}
                    </Text>
                    <Hidden reason={reply.hiddenReason} />
                    <PostActions thread={thread} reply={reply} mayModerate={group.mayModerate} />
                  </Stack>
                ))}
              </Stack>
            )}
            {group.isActive ? <ReplyForm thread={thread} isTeacher={group.isTeacher} /> : null}
          </Stack>
        </details>
      </Stack>
    </Panel>
  );
};
