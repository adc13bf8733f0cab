/** A statement of the signed-in contributor, who confirms it or objects to it. */
import { confirmRoyaltyStatement, exportMyRoyaltyStatement, type RoyaltyStatement } from '@shufang/contract';
import { buttonClass, ConfirmDialog, Text } from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { saveWorkbook } from '../../platform/api/save-workbook.ts';
import { royaltyText } from '../../platform/messages/zh-cn/royalty.ts';
import { ExportButton } from '../../platform/records/export-button.tsx';
import { useSession } from '../../platform/session/session.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { myStatementQuery } from './queries.ts';
import { StatementView } from './statement-view.tsx';

const text = royaltyText.mine;

const isOpen = ({ status }: RoyaltyStatement): boolean => status === 'issued' || status === 'disputed';

const ConfirmButton = ({ statement }: { statement: RoyaltyStatement }) => {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const confirming = useMutation({
    mutationFn: () => call(confirmRoyaltyStatement, { id: statement.id }),
    onSuccess: () => setAsking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['royalty'] }),
  });
  return (
    <>
      <button type="button" className={buttonClass()} onClick={() => setAsking(true)}>
        {text.confirm}
      </button>
      {isAsking ? (
        <ConfirmDialog
          title={text.confirmTitle}
          confirmLabel={confirming.isPending ? text.confirming : text.confirm}
          cancelLabel={royaltyText.cancel}
          isBusy={confirming.isPending}
          onConfirm={() => {
            if (!confirming.isPending) confirming.mutate();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{text.confirmHint(statement)}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const ExportStatement = ({ id }: { id: string }) => {
  const exporting = useMutation({
    mutationFn: () => call(exportMyRoyaltyStatement, { id }),
    onSuccess: ({ fileName, base64 }) => saveWorkbook(fileName, base64),
  });
  return (
    <ExportButton
      label={royaltyText.export}
      busyLabel={royaltyText.exporting}
      isBusy={exporting.isPending}
      onExport={() => exporting.mutate()}
    />
  );
};

interface Objection {
  readonly lineNo: number | undefined;
}

export const OwnStatement = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const [objection, setObjection] = useState<Objection>();
  const query = useInfiniteQuery({ ...myStatementQuery(userId, id), enabled: userId !== undefined });
  const status = query.data?.pages[0]?.statement.status;
  const canObject = status === 'issued' || status === 'disputed';
  return (
    <>
      <StatementView
        query={query}
        back={
          <Link to="/user/royalties" className={buttonClass('quiet')}>
            {text.back}
          </Link>
        }
        renderActions={(statement) => (
          <>
            {isOpen(statement) ? (
              <>
                <ConfirmButton statement={statement} />
                <button type="button" className={buttonClass('quiet')} onClick={() => setObjection({ lineNo: undefined })}>
                  {statement.status === 'disputed' ? text.goOn : text.dispute}
                </button>
              </>
            ) : null}
            <ExportStatement id={statement.id} />
            {statement.status === 'issued' ? (
              <Text as="p" size={13} tone="faint">
                {text.silence}
              </Text>
            ) : null}
          </>
        )}
        renderLineActions={
          canObject
            ? (_, { no }) => (
                <button
                  type="button"
                  className={buttonClass('quiet')}
                  aria-label={text.disputeLine(no)}
                  onClick={() => setObjection({ lineNo: no })}
                >
                  {text.dispute}
                </button>
              )
            : undefined
        }
      />
      {objection === undefined ? null : <DisputeDialog statementId={id} {...objection} onClose={() => setObjection(undefined)} />}
    </>
  );
};
