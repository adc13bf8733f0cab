/**
 * The class layer of the open book: draws the questions and shared passages of the user's classes, lists them in a panel, and asks about a
 * selected passage. Loaded after the first page, for signed-in users.
 */
import type { Locator, Thread } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { Checkbox, EmptyState, Stack, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AskDialog } from '../../../features/discussion/ask-dialog.tsx';
import { threadsQuery } from '../../../features/discussion/queries.ts';
import { ThreadCard } from '../../../features/discussion/thread-card.tsx';
import { LayerTool } from '../../../features/reading/layer-tool.tsx';
import { ReaderPanel } from '../../../features/reading/reader-panel.tsx';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { discussionText as text } from '../../../platform/messages/zh-cn/discussion.ts';
import { useSession } from '../../../platform/session/session.ts';
import styles from './class-layer.module.css';
import { CLASS_GROUP, type useAnnotationsOnPage } from './use-annotations-on-page.ts';

export interface ClassLayerProps {
  readonly opened: OpenedBook;
  readonly navigator: Navigator;
  readonly annotations: ReturnType<typeof useAnnotationsOnPage>;
  readonly onJump: (where: Locator) => void;
}

/** Returns what the reading engine draws for a thread: questions with the sign of a note, shared passages underlined. */
const decorationOf = ({ id, kind, target }: Thread) => ({
  id,
  target,
  style:
    kind === 'question'
      ? ({ color: 'blue', kind: 'note', highlightStyle: 'wavy' } as const)
      : ({ color: 'red', kind: 'highlight', highlightStyle: 'underline' } as const),
});

export const ClassLayer = ({ opened, navigator, annotations, onJump }: ClassLayerProps) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(threadsQuery(userId, { bookId: opened.book.id }));
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(true);
  const { openedThreadId, asking, setHasClass } = annotations;
  const hasClass = (data?.classes.length ?? 0) > 0;
  useEffect(() => setHasClass(hasClass), [hasClass, setHasClass]);
  useEffect(() => {
    void reportUnlessClosed(navigator.setDecorations(CLASS_GROUP, isShown ? (data?.items ?? []).map(decorationOf) : []));
  }, [navigator, data, isShown]);
  if (data === undefined || !hasClass) return null;
  const close = (): void => {
    setOpen(false);
    annotations.openThread(undefined);
  };
  const isListed = isOpen || openedThreadId !== undefined;
  const chapters = Map.groupBy(data.items, ({ chapterTitle }) => chapterTitle);
  return (
    <>
      <LayerTool
        name={text.openLabel(data.items.length)}
        label={text.open(data.items.length)}
        isOpen={isListed}
        onToggle={isListed ? close : () => setOpen(true)}
      />
      {isListed ? (
        <ReaderPanel title={text.panel} side="right" onClose={close}>
          <Stack gap={20} className={styles.list}>
            <Checkbox label={text.isShown} checked={isShown} onChange={({ target }) => setShown(target.checked)} />
            {data.items.length === 0 ? (
              <EmptyState title={text.empty}>
                <p>{text.emptyHint}</p>
              </EmptyState>
            ) : null}
            {[...chapters].map(([chapter, threads]) => (
              <Stack key={chapter} as="section" gap={12}>
                <Text as="h3" size={15} tone="soft">
                  {chapter}
                </Text>
                <Stack as="ul" gap={12}>
                  {threads.map((thread) => {
                    const group = data.classes.find(({ id }) => id === thread.classId);
                    return group === undefined ? null : (
                      <ThreadCard
                        key={thread.id}
                        thread={thread}
                        group={group}
                        className={data.classes.length > 1 ? group.name : undefined}
                        isOpen={thread.id === openedThreadId}
                        passage={
                          <TextButton
                            type="button"
                            className={styles.quote}
                            onClick={() => onJump({ href: thread.target.href, locations: { block: thread.target.blocks.start } })}
                          >
                            {thread.target.quote.exact}
                          </TextButton>
                        }
                      />
                    );
                  })}
                </Stack>
              </Stack>
            ))}
          </Stack>
        </ReaderPanel>
      ) : null}
      {asking === undefined ? null : (
        <AskDialog passage={asking} classes={data.classes.filter(({ isActive }) => isActive)} onClose={annotations.stopAsking} />
      )}
    </>
  );
};
