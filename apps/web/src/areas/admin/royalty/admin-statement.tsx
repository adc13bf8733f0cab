/** One royalty statement for finance: issue, payment, reply, export, and links from each line to its source. */
import { exportRoyaltyStatements, type RoyaltyLine, type RoyaltyStatement } from '@shufang/contract';
import { buttonClass, Text } from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { statementQuery } from '../../../features/royalty/queries.ts';
import { StatementView } from '../../../features/royalty/statement-view.tsx';
import { call } from '../../../platform/api/client.ts';
import { saveWorkbook } from '../../../platform/api/save-workbook.ts';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { ExportButton } from '../../../platform/records/export-button.tsx';
import { IssueDialog, PayDialog, ReplyDialog } from './statement-dialogs.tsx';

const text = royaltyText.admin;

/** Returns the page of the source of a line. */
const pathOf = ({ source, refId, label }: RoyaltyLine): string => {
  switch (source) {
    case 'order':
      return `/admin/orders/${refId}`;
    case 'code':
      return `/admin/codes/${refId}/boxes`;
    case 'license':
      return `/admin/licenses?q=${encodeURIComponent(label)}`;
    case 'adjustment':
      return `/admin/royalties/${refId}`;
  }
};

const ACTION_OF = { draft: 'issue', issued: 'pay', disputed: 'reply', confirmed: 'pay', paid: undefined } as const;

const Actions = ({ statement: { id, status } }: { statement: RoyaltyStatement }) => {
  const [isActing, setActing] = useState(false);
  const action = ACTION_OF[status];
  const exporting = useMutation({
    mutationFn: () => call(exportRoyaltyStatements, { id }),
    onSuccess: ({ fileName, base64 }) => saveWorkbook(fileName, base64),
  });
  const close = (): void => setActing(false);
  const dialog = { ids: [id], onDone: close, onClose: close };
  return (
    <>
      {action === undefined ? null : (
        <button type="button" className={buttonClass()} onClick={() => setActing(true)}>
          {text[action]}
        </button>
      )}
      <ExportButton
        label={royaltyText.export}
        busyLabel={royaltyText.exporting}
        isBusy={exporting.isPending}
        onExport={() => exporting.mutate()}
      />
      {isActing && action === 'issue' ? <IssueDialog {...dialog} /> : null}
      {isActing && action === 'pay' ? <PayDialog {...dialog} /> : null}
      {isActing && action === 'reply' ? <ReplyDialog id={id} onClose={close} /> : null}
    </>
  );
};

export const AdminStatement = ({ id }: { id: string }) => (
  <StatementView
    query={useInfiniteQuery(statementQuery(id))}
    back={
      <Link to="/admin/royalties" className={buttonClass('quiet')}>
        {text.toList}
      </Link>
    }
    renderActions={(statement) => <Actions key={statement.status} statement={statement} />}
    renderSource={(line) => (
      <Text to={pathOf(line)} as={Link} tone="accent" underline aria-label={royaltyText.openSource(line)}>
        {royaltyText.labelOf(line)}
      </Text>
    )}
  />
);
