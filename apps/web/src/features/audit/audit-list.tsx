/** The log of operators' acts with its filters. All of the filters stand in the address, so that a view of it can be sent to somebody. */
import { type AuditRecord, auditAct, auditTarget, RULE_OPERATOR } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, SelectField, TextField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { readAuditFilters } from './audit-filters.ts';
import styles from './audit-list.module.css';
import { auditQuery } from './queries.ts';

const text = deskText.audit;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'medium' });

const everything = { value: '', label: deskText.all };
const actOptions = [everything, ...auditAct.options.map((value) => ({ value, label: text.acts[value] }))];
const targetOptions = [everything, ...auditTarget.options.map((value) => ({ value, label: text.targets[value] }))];

const wordOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return text.empty;
  if (Array.isArray(value)) return value.length === 0 ? text.empty : value.map(wordOf).join('、');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Change = ({ record: { before = {}, after = {}, reason, requestId } }: { record: AuditRecord }) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <>
      {reason === '' ? null : <p>{reason}</p>}
      {names.length === 0 && requestId === undefined ? null : (
        <details className={styles.change}>
          <summary>{text.change}</summary>
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {name in before ? <del>{wordOf(before[name])}</del> : null}
                  {name in after ? <ins>{wordOf(after[name])}</ins> : null}
                </dd>
              </div>
            ))}
            {requestId === undefined ? null : (
              <div>
                <dt>{text.request}</dt>
                <dd>{requestId}</dd>
              </div>
            )}
          </dl>
        </details>
      )}
    </>
  );
};

const operatorName = (operator: AuditRecord['operator']): string => {
  if (operator === undefined) return deskText.commandLine;
  return operator.userId === RULE_OPERATOR ? deskText.byRule : (operator.name ?? deskText.goneAccount);
};

const columns: readonly RecordColumn<AuditRecord>[] = [
  { name: text.act, kind: 'head', render: ({ act }) => text.acts[act] },
  {
    name: text.target,
    render: ({ target }) => (
      <>
        {target.name === '' ? text.targets[target.kind] : target.name}
        <span className={styles.id}>{target.id}</span>
      </>
    ),
  },
  { name: text.operator, render: ({ operator }) => operatorName(operator) },
  { name: text.when, kind: 'figure', render: ({ at }) => <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time> },
  { name: deskText.reason, render: (record) => <Change record={record} /> },
];

export const AuditList = () => {
  const { params, valueOf, change, clear } = useAddressFilters();
  const query = useInfiniteQuery(auditQuery(readAuditFilters(params)));
  const pages = useRecordPages(query, deskText.failed(text.what));
  const operators = query.data?.pages[0]?.operators ?? [];
  const who = [
    everything,
    { value: 'cli', label: deskText.commandLine },
    ...operators.map(({ userId, name }) => ({
      value: userId,
      label: userId === RULE_OPERATOR ? deskText.byRule : (name ?? `${deskText.goneAccount} ${userId}`),
    })),
  ];
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <SelectField label={text.act} options={actOptions} value={valueOf('act')} onChange={(value) => change('act', value)} />
            <SelectField label={text.target} options={targetOptions} value={valueOf('kind')} onChange={(value) => change('kind', value)} />
            <SelectField label={text.operator} options={who} value={valueOf('who')} onChange={(value) => change('who', value)} />
            <TextField
              label={text.targetId}
              type="search"
              value={valueOf('id')}
              maxLength={100}
              onChange={(value) => change('id', value)}
            />
            <TextField label={text.from} type="date" value={valueOf('from')} onChange={(value) => change('from', value)} />
            <TextField label={text.to} type="date" value={valueOf('to')} onChange={(value) => change('to', value)} />
          </>
        ),
      }}
      empty={{
        title: text.none,
        children: (
          <>
            <p>{text.noneHint}</p>
            <button type="button" className={buttonClass('quiet')} onClick={clear}>
              {text.clear}
            </button>
          </>
        ),
      }}
    >
      {(records) => <RecordTable caption={text.what} columns={columns} rows={records} keyOf={({ id }) => id} />}
    </RecordList>
  );
};
