/**
 * The heat of the open book for its contributors: strips beside the blocks of the document on the screen, and a panel with their legend and
 * table. Loaded after the first page, for contributors of books.
 */
import type { Locator } from '@shufang/contract';
import type { Navigator } from '@shufang/reading-engine';
import { Checkbox, Stack } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { authoredBooksQuery } from '../../../features/catalog/author-queries.ts';
import { LayerTool } from '../../../features/reading/layer-tool.tsx';
import { ReaderPanel } from '../../../features/reading/reader-panel.tsx';
import { reportUnlessClosed } from '../../../features/reading/report-unless-closed.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { blockHeatQuery, shadesOf } from '../../../features/statistics/block-heat.ts';
import panelStyles from '../../../features/statistics/heat-panel.module.css';
import { HeatPanel } from '../../../features/statistics/heat-panel.tsx';
import { statisticsText as text } from '../../../platform/messages/zh-cn/author-statistics.ts';
import { useSession } from '../../../platform/session/session.ts';

interface HeatLayerProps {
  readonly opened: OpenedBook;
  readonly navigator: Navigator;
  /** Document on the screen. */
  readonly href: string;
  readonly onJump: (where: Locator) => void;
}

const OwnHeat = ({ opened, navigator, href, onJump }: HeatLayerProps) => {
  const userId = useSession((session) => session.userId);
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const query = blockHeatQuery(userId, { bookId: opened.book.id, versionId: opened.version.id, href });
  const { data, isError, refetch } = useQuery({ ...query, enabled: isOpen || isShown });
  const heat = data?.heat;
  useEffect(() => {
    void reportUnlessClosed(navigator.setBlockShades(isShown && heat !== undefined ? shadesOf(heat) : {}));
  }, [navigator, heat, isShown]);
  const open = (): void => {
    setOpen(true);
    setShown(true);
  };
  const close = (): void => setOpen(false);
  return (
    <>
      <LayerTool label={text.heat} isOpen={isOpen} onToggle={isOpen ? close : open} />
      {isOpen ? (
        <ReaderPanel title={text.heat} side="right" onClose={close}>
          <Stack gap={16} className={panelStyles.list}>
            <Checkbox label={text.showStrips} checked={isShown} onChange={({ target }) => setShown(target.checked)} />
            <HeatPanel
              heat={heat}
              isSimulated={data?.isSimulated ?? false}
              isError={isError}
              onRetry={() => void refetch()}
              onJump={(blockId) => onJump({ href, locations: { block: { blockId, offset: 0 } } })}
            />
          </Stack>
        </ReaderPanel>
      ) : null}
    </>
  );
};

export const HeatLayer = (props: HeatLayerProps) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(authoredBooksQuery(userId));
  return data?.some(({ book, state }) => book.id === props.opened.book.id && state !== 'draft') === true ? <OwnHeat {...props} /> : null;
};
