/** The audit log with its filters. The filters are in the URL, so that a view can be shared. */
import { type AuditEvent, auditAction, auditTarget, RULE_OPERATOR } from '@shufang/contract';
import { buttonClass, type RecordColumn, RecordList, RecordTable, SelectField, Text, TextField } from '@shufang/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../../platform/records/use-record-pages.ts';
import { useUrlFilters } from '../../../platform/records/use-url-filters.ts';
import { readAuditFilters } from './audit-filters.ts';
import styles from './audit-list.module.css';
import { auditQuery } from './queries.ts';

const text = adminText.audit;
const time = chineseDates({ dateStyle: 'medium', timeStyle: 'medium' });

const everything = { value: '', label: recordsText.all };
const actionOptions = [everything, ...auditAction.options.map((value) => ({ value, label: text.actions[value] }))];
const targetOptions = [everything, ...auditTarget.options.map((value) => ({ value, label: text.targets[value] }))];

const displayValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return text.empty;
  if (Array.isArray(value)) return value.length === 0 ? text.empty : value.map(displayValue).join('、');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const Change = ({ record: { before = {}, after = {}, reason, requestId } }: { record: AuditEvent }) => {
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
                  {name in before ? <del>{displayValue(before[name])}</del> : null}
                  {name in after ? <ins>{displayValue(after[name])}</ins> : null}
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

const operatorName = (operator: AuditEvent['operator']): string => {
  if (operator === undefined) return adminText.commandLine;
  return operator.userId === RULE_OPERATOR ? adminText.byRule : (operator.name ?? adminText.goneAccount);
};

const columns: readonly RecordColumn<AuditEvent>[] = [
  { name: text.action, kind: 'head', render: (event) => text.actions[event.action] },
  {
    name: text.target,
    render: ({ target }) => (
      <>
        {target.name === '' ? text.targets[target.kind] : target.name}
        <Text block size={12} tone="faint" breakWords>
          {target.id}
        </Text>
      </>
    ),
  },
  { name: text.operator, render: ({ operator }) => operatorName(operator) },
  { name: text.when, kind: 'figure', render: ({ at }) => <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time> },
  { name: adminText.reason, render: (record) => <Change record={record} /> },
];

export const AuditList = () => {
  const { params, valueOf, change, clear } = useUrlFilters();
  const query = useInfiniteQuery(auditQuery(readAuditFilters(params)));
  const pages = useRecordPages(query, recordsText.failed(text.what));
  const operators = query.data?.pages[0]?.operators ?? [];
  const who = [
    everything,
    { value: 'cli', label: adminText.commandLine },
    ...operators.map(({ userId, name }) => ({
      value: userId,
      label: userId === RULE_OPERATOR ? adminText.byRule : (name ?? `${adminText.goneAccount} ${userId}`),
    })),
  ];
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <>
            <SelectField
              label={text.action}
              options={actionOptions}
              value={valueOf('action')}
              onChange={(value) => change('action', value)}
            />
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
