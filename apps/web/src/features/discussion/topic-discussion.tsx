/** The topic of a discussion assignment: the posts of the class with their replies, and the forms to write. */
import {
  deleteTopicPost,
  hideTopicPost,
  LIMITS,
  newId,
  publishTopicPost,
  type Topic,
  type TopicPost,
  type TopicReply,
} from '@shufang/contract';
import {
  buttonClass,
  Checkbox,
  Cluster,
  EmptyState,
  LoadFailure,
  Panel,
  RecordsSkeleton,
  Section,
  Stack,
  Text,
  TextAreaField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { topicText as text } from '../../platform/messages/zh-cn/assignment-discussion.ts';
import { discussionText } from '../../platform/messages/zh-cn/discussion.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useSession } from '../../platform/session/session.ts';
import { refreshTopic, topicQuery } from './queries.ts';
import { DeleteButton, HideButton } from './thread-actions.tsx';
import { authorOf, Hidden, PostLine } from './thread-card.tsx';

const postFields = z.object({ body: z.string().trim().min(1, text.bodyNeeded) });

interface WriteFormProps {
  readonly topic: Topic;
  /** The post to which it is a reply; absent for a post. */
  readonly parent?: TopicPost | undefined;
}

const WriteForm = ({ topic, parent }: WriteFormProps) => {
  const queryClient = useQueryClient();
  const [isAnonymous, setAnonymous] = useState(false);
  // One that is sent again after a lost response has the same id, so that it is stored once.
  const [id, setId] = useState(() => newId());
  const form = useForm({ initial: { body: '' }, schema: postFields, draft: `topic:${topic.id}:${parent?.id ?? ''}` });
  const parentId = parent === undefined ? {} : { parentId: parent.id };
  const sending = useMutation({
    mutationFn: ({ body }: z.output<typeof postFields>) =>
      call(publishTopicPost, { id, topicId: topic.id, ...parentId, body, isAnonymous }),
    onSuccess: () => {
      form.reset();
      setId(newId());
      return refreshTopic(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!sending.isPending) sending.mutate(values);
  });
  const label = parent === undefined ? text.write : text.replyTo(authorOf(parent));
  return (
    <Stack as="form" gap={12} noValidate onSubmit={handleSubmit} aria-label={label}>
      <TextAreaField
        label={parent === undefined ? text.body : text.reply}
        error={form.errors.body?.message}
        rows={parent === undefined ? 4 : 2}
        maxLength={LIMITS.topicPostChars}
        {...form.register('body')}
      />
      {topic.isTeacher ? null : (
        <Checkbox label={discussionText.anonymous} checked={isAnonymous} onChange={({ target }) => setAnonymous(target.checked)} />
      )}
      <p>
        <button type="submit" className={buttonClass(parent === undefined ? 'main' : 'quiet')} aria-disabled={sending.isPending}>
          {parent === undefined ? text.publish : text.reply}
        </button>
      </p>
    </Stack>
  );
};

const Actions = ({ topic, post }: { topic: Topic; post: TopicReply }) => {
  const queryClient = useQueryClient();
  const hide = (reason: string | undefined): Promise<unknown> =>
    call(hideTopicPost, { postId: post.id, ...(reason === undefined ? {} : { reason }) });
  const remove = (): Promise<unknown> => call(deleteTopicPost, { postId: post.id });
  const refresh = (): Promise<void> => refreshTopic(queryClient);
  return (
    <Cluster gap={12}>
      {topic.mayModerate ? <HideButton post={post} lead={text.hideLead} onHide={hide} onSettled={refresh} /> : null}
      {post.isOwn && topic.refusal === undefined ? (
        <DeleteButton post={post} lead={text.removeLead} onDelete={remove} onSettled={refresh} />
      ) : null}
    </Cluster>
  );
};

const Body = ({ topic, post }: { topic: Topic; post: TopicReply }) => (
  <Stack gap={4}>
    <PostLine post={post} />
    <Text as="p" breakWords whiteSpace="pre-line">
      {post.body}
    </Text>
    <Hidden reason={post.hiddenReason} />
    <Actions topic={topic} post={post} />
  </Stack>
);

const Post = ({ topic, post }: { topic: Topic; post: TopicPost }) => (
  <Panel as="li" aria-label={text.postOf(authorOf(post))}>
    <Stack gap={12}>
      <Body topic={topic} post={post} />
      <details open={post.replies.length > 0 || undefined}>
        <summary>{post.replies.length === 0 ? text.reply : discussionText.replies(post.replies.length)}</summary>
        <Stack gap={16} marginTop={12}>
          {post.replies.length === 0 ? null : (
            <Stack as="ul" gap={16}>
              {post.replies.map((reply) => (
                <li key={reply.id}>
                  <Body topic={topic} post={reply} />
                </li>
              ))}
            </Stack>
          )}
          {topic.refusal === undefined ? <WriteForm topic={topic} parent={post} /> : null}
        </Stack>
      </details>
    </Stack>
  </Panel>
);

export const TopicDiscussion = ({ topicId }: { topicId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, isError, refetch } = useQuery(topicQuery(userId, topicId));
  if (data === undefined) {
    return (
      <Section title={text.title}>
        {isError ? (
          <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )}
      </Section>
    );
  }
  const { topic, items } = data;
  return (
    <Section title={text.title}>
      <Stack gap={20}>
        {topic.refusal === undefined ? (
          <WriteForm topic={topic} />
        ) : (
          <Text as="p" tone="soft">
            {text.refusals[topic.refusal]}
          </Text>
        )}
        {items.length === 0 ? (
          <EmptyState title={text.empty}>
            <p>{text.emptyHint}</p>
          </EmptyState>
        ) : (
          <Stack as="ul" gap={12}>
            {items.map((post) => (
              <Post key={post.id} topic={topic} post={post} />
            ))}
          </Stack>
        )}
      </Stack>
    </Section>
  );
};
