/** Short codes printed in books, for editors: made, found, led elsewhere, printed as QR codes, kept as a table. */
import { listShortLinks, type ShortLink } from '@shufang/contract';
import { buttonClass, ModalDialog, type RecordColumn, RecordList, RecordTable, TextField } from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { saveFile } from '../../platform/api/save-file.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { qrPng, qrSvg } from '../../platform/qr/qr-file.ts';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './desk-short-links.module.css';
import { linksCsv, targetText } from './links-csv.ts';
import { MakeLinks, RetargetLink } from './short-link-dialogs.tsx';

const text = deskCatalogueText.links;
const day = chineseDates({ dateStyle: 'medium' });
const EXPORT_PAGE = 100;

const linksQuery = (q: string) =>
  recordPagesQuery(['catalog', 'short-links', q], (from, signal) => call(listShortLinks, { q, ...from }, { signal }));

/** All that the search finds, not only the pages on the screen. */
const everyLink = async (q: string): Promise<ShortLink[]> => {
  const links: ShortLink[] = [];
  let cursor: string | undefined;
  do {
    const page: { items: ShortLink[]; next?: string | undefined } = await call(listShortLinks, {
      q,
      limit: EXPORT_PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    links.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return links;
};

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    broadcast('toast', { kind: 'success', text: text.copied });
  } catch {
    // No clipboard on plain http, or the person forbids it: the address stands there to be marked by hand.
    broadcast('toast', { kind: 'info', text: text.copyByHand });
  }
};

const QrDialog = ({ link, onClose }: { link: ShortLink; onClose: () => void }) => (
  <ModalDialog title={text.qrOf(link.code)} onClose={onClose}>
    <div className={styles.qr}>
      <QrCode text={link.address} label={text.qrOf(link.code)} size={220} />
      <p className={styles.address}>{link.address}</p>
    </div>
    <div className={styles.dialogActions}>
      <button type="button" className={buttonClass('quiet')} onClick={() => void copy(link.address)}>
        {text.copy}
      </button>
      <button type="button" className={buttonClass('quiet')} onClick={() => saveFile(`${link.code}.svg`, qrSvg(link.address))}>
        {text.svg}
      </button>
      <button
        type="button"
        className={buttonClass('quiet')}
        onClick={() => void qrPng(link.address).then((png) => saveFile(`${link.code}.png`, png))}
      >
        {text.png}
      </button>
      <button type="button" className={buttonClass()} onClick={onClose}>
        {deskText.close}
      </button>
    </div>
  </ModalDialog>
);

const Actions = ({ link }: { link: ShortLink }) => {
  const [dialog, setDialog] = useState<'qr' | 'retarget'>();
  const close = (): void => setDialog(undefined);
  return (
    <span className={styles.verbs}>
      <button type="button" className={styles.textButton} aria-label={text.qrOf(link.code)} onClick={() => setDialog('qr')}>
        {text.qr}
      </button>
      <button type="button" className={styles.textButton} aria-label={text.retargetOf(link.code)} onClick={() => setDialog('retarget')}>
        {text.retarget}
      </button>
      {dialog === 'qr' ? <QrDialog link={link} onClose={close} /> : null}
      {dialog === 'retarget' ? <RetargetLink link={link} onClose={close} /> : null}
    </span>
  );
};

const columns: readonly RecordColumn<ShortLink>[] = [
  { name: text.code, kind: 'head', render: ({ code }) => <span className={styles.code}>{code}</span> },
  {
    name: text.target,
    render: (link) => (
      <>
        {targetText(link)}
        {link.targetType !== 'page' && link.targetTitle === undefined ? <span className={styles.gone}>{text.gone}</span> : null}
      </>
    ),
  },
  { name: text.label, render: ({ label }) => label },
  { name: text.hits, kind: 'figure', render: ({ hits }) => text.times(hits) },
  { name: text.lastOk, kind: 'figure', render: ({ lastOkAt }) => (lastOkAt === undefined ? text.never : day.format(lastOkAt)) },
  { name: deskText.actions, kind: 'actions', render: (link) => <Actions link={link} /> },
];

export const DeskShortLinks = () => {
  const { valueOf, change } = useAddressFilters();
  const q = valueOf('q').trim().slice(0, 60);
  const pages = useRecordPages(useInfiniteQuery(linksQuery(q)), deskText.failed(text.what));
  const [isMaking, setMaking] = useState(false);
  const exporting = useMutation({
    mutationFn: () => everyLink(q),
    onSuccess: (links) => saveFile(text.csvName, linksCsv(links)),
  });
  return (
    <>
      <div className={styles.tools}>
        <button type="button" className={buttonClass()} onClick={() => setMaking(true)}>
          {text.create}
        </button>
        <button
          type="button"
          className={buttonClass('quiet')}
          aria-disabled={exporting.isPending}
          onClick={() => {
            if (!exporting.isPending) exporting.mutate();
          }}
        >
          {exporting.isPending ? text.exporting : text.export}
        </button>
      </div>
      <RecordList
        pages={pages}
        filters={{
          label: text.filters,
          fields: (
            <TextField label={text.search} type="search" maxLength={60} value={valueOf('q')} onChange={(value) => change('q', value)} />
          ),
        }}
        empty={
          q === '' ? { title: text.noneYet, children: <p>{text.noneYetHint}</p> } : { title: text.none, children: <p>{text.noneHint}</p> }
        }
      >
        {(links) => <RecordTable caption={text.what} columns={columns} rows={links} keyOf={({ code }) => code} />}
      </RecordList>
      {isMaking ? <MakeLinks onClose={() => setMaking(false)} /> : null}
    </>
  );
};
