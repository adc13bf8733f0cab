/** Admin list of short codes printed in books: create, find, redirect, print as QR codes, export as CSV. */
import { listShortLinks, type ShortLink } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ModalDialog,
  type RecordColumn,
  RecordList,
  RecordTable,
  Row,
  Stack,
  Text,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { QrCode } from '../../../platform/qr/qr-code.tsx';
import { qrPng, qrSvg } from '../../../platform/qr/qr-file.ts';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import styles from './admin-short-links.module.css';
import { linksCsv, targetText } from './links-csv.ts';
import { MakeLinks, RetargetLink } from './short-link-dialogs.tsx';

const text = adminCatalogText.links;
const day = chineseDates({ dateStyle: 'medium' });
const EXPORT_PAGE = 100;

const linksQuery = (q: string) =>
  recordPagesQuery(['catalog', 'short-links', q], (from, signal) => call(listShortLinks, { q, ...from }, { signal }));

/** Returns all short codes that match the search, not only those on the loaded pages. */
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
    // The browser offers no clipboard on plain HTTP or without permission. The URL is visible, so the user can select it by hand.
    broadcast('toast', { kind: 'info', text: text.copyByHand });
  }
};

const QrDialog = ({ link, onClose }: { link: ShortLink; onClose: () => void }) => (
  <ModalDialog title={text.qrOf(link.code)} onClose={onClose}>
    <Stack gap={12} justifyItems="center" marginBottom={20} className={styles.qr}>
      <QrCode text={link.address} label={text.qrOf(link.code)} size={220} />
      <Text as="p" size={14} breakWords>
        {link.address}
      </Text>
    </Stack>
    <Cluster gap={12} justify="end">
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
        {adminText.close}
      </button>
    </Cluster>
  </ModalDialog>
);

const Actions = ({ link }: { link: ShortLink }) => {
  const [dialog, setDialog] = useState<'qr' | 'retarget'>();
  const close = (): void => setDialog(undefined);
  return (
    <Row as="span" gap={[4, 16]} inline>
      <TextButton type="button" className={styles.textButton} aria-label={text.qrOf(link.code)} onClick={() => setDialog('qr')}>
        {text.qr}
      </TextButton>
      <TextButton type="button" className={styles.textButton} aria-label={text.retargetOf(link.code)} onClick={() => setDialog('retarget')}>
        {text.retarget}
      </TextButton>
      {dialog === 'qr' ? <QrDialog link={link} onClose={close} /> : null}
      {dialog === 'retarget' ? <RetargetLink link={link} onClose={close} /> : null}
    </Row>
  );
};

const columns: readonly RecordColumn<ShortLink>[] = [
  { name: text.code, kind: 'head', render: ({ code }) => <span className={styles.code}>{code}</span> },
  {
    name: text.target,
    render: (link) => (
      <>
        {targetText(link)}
        {link.targetType !== 'page' && link.targetTitle === undefined ? (
          <Text block size={13} tone="accent">
            {text.gone}
          </Text>
        ) : null}
      </>
    ),
  },
  { name: text.label, render: ({ label }) => label },
  { name: text.hits, kind: 'figure', render: ({ hits }) => text.times(hits) },
  { name: text.lastOk, kind: 'figure', render: ({ lastOkAt }) => (lastOkAt === undefined ? text.never : day.format(lastOkAt)) },
  { name: recordsText.actions, kind: 'actions', render: (link) => <Actions link={link} /> },
];

export const AdminShortLinks = () => {
  const { valueOf, change } = useUrlFilters();
  const q = valueOf('q').trim().slice(0, 60);
  const pages = useRecordPages(useInfiniteQuery(linksQuery(q)), recordsText.failed(text.what));
  const [isMaking, setMaking] = useState(false);
  const exporting = useMutation({
    mutationFn: () => everyLink(q),
    onSuccess: (links) => saveFile(text.csvName, linksCsv(links)),
  });
  return (
    <>
      <Cluster gap={12} marginBottom={20}>
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
      </Cluster>
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
