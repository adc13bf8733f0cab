/** What the strips beside the text mean: a legend, and a table with the seconds and readers of each block. */
import type { BlockHeat } from '@shufang/contract';
import {
  Cluster,
  EmptyState,
  LoadFailure,
  type RecordColumn,
  RecordsSkeleton,
  RecordTable,
  StateBadge,
  Text,
  TextButton,
} from '@shufang/ui';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { legendOf } from './block-heat.ts';
import styles from './heat-panel.module.css';

type Block = BlockHeat['blocks'][number];

interface HeatPanelProps {
  /** Undefined while it is loading. */
  readonly heat: BlockHeat | undefined;
  readonly isSimulated: boolean;
  readonly isError: boolean;
  readonly onRetry: () => void;
  readonly onJump: (blockId: string) => void;
}

export const HeatPanel = ({ heat, isSimulated, isError, onRetry, onJump }: HeatPanelProps) => {
  if (heat === undefined) {
    return isError ? (
      <LoadFailure text={recordsText.failed(text.heatFailed)} retryLabel={recordsText.retry} onRetry={onRetry} />
    ) : (
      <RecordsSkeleton label={recordsText.loading} />
    );
  }
  const legend = legendOf(heat);
  const columns: readonly RecordColumn<Block>[] = [
    {
      name: text.passage,
      kind: 'head',
      render: ({ id, start }) => (
        <TextButton type="button" className={styles.passage} onClick={() => onJump(id)}>
          {start === '' ? text.noText : start}
        </TextButton>
      ),
    },
    {
      name: text.medianSeconds,
      kind: 'figure',
      render: ({ medianSeconds }) => (medianSeconds === undefined ? text.hidden : text.seconds(medianSeconds)),
    },
    { name: text.userCount, kind: 'figure', render: ({ readers }) => (readers === undefined ? text.hidden : text.users(readers)) },
  ];
  return (
    <>
      <Text as="p" size={13} tone="faint">
        {isSimulated ? <StateBadge tone="wait">{text.simulated}</StateBadge> : null} {text.span(heat.from, heat.to)}。{text.heatMeaning}
      </Text>
      {legend.length === 0 ? (
        <EmptyState title={text.heatEmpty}>
          <p>{text.heatEmptyHint}</p>
        </EmptyState>
      ) : (
        <>
          <Cluster as="p" gap={[4, 16]} className={styles.legend}>
            {legend.map(({ shade, from, to }) => (
              <span key={shade} className={styles.entry}>
                <span className={styles.strip} data-shade={shade} aria-hidden="true" />
                {text.secondsRange(from, to)}
              </span>
            ))}
            <span className={styles.entry}>{text.noStrip}</span>
          </Cluster>
          <RecordTable caption={text.heat} columns={columns} rows={heat.blocks} keyOf={({ id }) => id} />
        </>
      )}
    </>
  );
};
