/** Work that a student has handed in from elsewhere in the product: copies of annotations, or what was written in a discussion. */
import type { HandedPost, HandedWork } from '@shufang/contract';
import { Stack, StateBadge, Text } from '@shufang/ui';
import { annotationTaskText as text } from '../../../platform/messages/zh-cn/assignment-annotation.ts';
import { topicText } from '../../../platform/messages/zh-cn/assignment-discussion.ts';
import { AnnotationRow } from './annotation-row.tsx';
import styles from './handed-work.module.css';

const Posts = ({ posts }: { posts: readonly HandedPost[] }) => (
  <Stack gap={8}>
    <Text as="p" size={14} tone="soft">
      {topicText.work}　{posts.length === 0 ? topicText.noWork : topicText.workOf(posts.length)}
    </Text>
    <Stack as="ul" gap={16} className={styles.list} aria-label={topicText.work}>
      {posts.map(({ id, body, at, replyTo }) => (
        <Stack key={id} as="li" gap={4}>
          {replyTo === undefined ? (
            <span>
              <StateBadge>{topicText.ownPost}</StateBadge>
            </span>
          ) : (
            <blockquote className={styles.quote}>{topicText.repliedTo(replyTo)}</blockquote>
          )}
          <p className={styles.note}>{body}</p>
          <Text as="time" size={13} tone="faint" tabular dateTime={new Date(at).toISOString()}>
            {topicText.at(at)}
          </Text>
        </Stack>
      ))}
    </Stack>
  </Stack>
);

export const HandedWorkView = ({ work }: { work: HandedWork }) =>
  work.kind === 'discussion' ? (
    <Posts posts={work.posts} />
  ) : (
    <Stack gap={8}>
      <Text as="p" size={14} tone="soft">
        {text.workTitle}　{text.workOf(work.annotations.length)}
      </Text>
      <ul className={styles.list} aria-label={text.workTitle}>
        {work.annotations.map((annotation) => (
          <AnnotationRow key={annotation.id} bookId={work.bookId} annotation={annotation} />
        ))}
      </ul>
    </Stack>
  );
