/** Table of the textbooks of an adoption list. */
import type { AdoptionItem } from '@shufang/contract';
import { Cluster, type RecordColumn, RecordTable, StateBadge, Text } from '@shufang/ui';
import type { ReactNode } from 'react';
import { adoptionText as text } from '../../platform/messages/zh-cn/adoption.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';

type Row = AdoptionItem & { readonly index: number };

const Labels = ({ item: { isFirst, award, isMarxist } }: { item: AdoptionItem }) => (
  <Cluster as="span" gap={8}>
    {isFirst ? <StateBadge tone="wait">{text.first}</StateBadge> : null}
    {award === 'none' ? null : <StateBadge>{text.awards[award]}</StateBadge>}
    {isMarxist ? <StateBadge>{text.marxist}</StateBadge> : null}
  </Cluster>
);

const columns: readonly RecordColumn<Row>[] = [
  {
    name: text.itemColumns.book,
    kind: 'head',
    render: (item) => (
      <>
        {item.bookTitle}
        <Text block size={13} tone="faint" weight={400}>
          {text.bookLine(item)}
        </Text>
        {item.reason === '' ? null : (
          <Text block size={13} tone="faint" weight={400}>
            {`${text.reason}：${item.reason}`}
          </Text>
        )}
      </>
    ),
  },
  { name: text.itemColumns.course, render: (item) => text.courseLine(item) },
  { name: text.itemColumns.labels, render: (item) => <Labels item={item} /> },
  { name: text.itemColumns.students, kind: 'figure', render: ({ students }) => String(students) },
  { name: text.itemColumns.copy, render: ({ hasTeacherCopy }) => text.copy(hasTeacherCopy) },
  { name: text.itemColumns.price, kind: 'figure', render: ({ priceFen }) => text.price(priceFen) },
];

interface AdoptionItemsProps {
  readonly items: readonly AdoptionItem[];
  /** Renders the actions of a row; absent if the list is only shown. */
  readonly renderActions?: ((item: AdoptionItem, index: number) => ReactNode) | undefined;
}

export const AdoptionItems = ({ items, renderActions }: AdoptionItemsProps) => (
  <RecordTable
    caption={text.items}
    columns={
      renderActions === undefined
        ? columns
        : [...columns, { name: recordsText.actions, kind: 'actions', render: (row) => renderActions(row, row.index) }]
    }
    rows={items.map((item, index) => ({ ...item, index }))}
    keyOf={({ index }) => String(index)}
  />
);
