/** Form that reports to the editors that a search did not find what the reader expected. */
import { LIMITS, reportSearch } from '@shufang/contract';
import { Block, buttonClass, Cluster, Input, Text, TextButton } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { searchReportsText as text } from '../../platform/messages/zh-cn/search-reports.ts';
import styles from './search-report.module.css';

interface SearchReportProps {
  readonly q: string;
  /** Whether the search had any results. */
  readonly found: boolean;
}

/** The report of one search. Callers set a `key` for each search, so that another search starts with an empty form. */
export const SearchReport = ({ q, found }: SearchReportProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The note is optional, and the field limits its length, so every input is valid.
  const form = useForm({ initial: { note: '' } });
  const reporting = useMutation({ mutationFn: ({ note }: { note: string }) => call(reportSearch, { q, found, note }) });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!reporting.isPending) reporting.mutate(fields);
  });
  if (reporting.isSuccess)
    return (
      <Text as="p" size={14} tone="soft" className={styles.report} role="status">
        {text.sent}
      </Text>
    );
  return (
    <Block as="section" size={14} tone="soft" className={styles.report}>
      <TextButton type="button" flush size="inherit" className={styles.open} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text.open(found)}
      </TextButton>
      {isOpen ? (
        <Block as="form" marginTop={8} onSubmit={handleSubmit}>
          <Text as="p" breakWords>
            {text.lead(q)}
          </Text>
          <Block htmlFor={id} as="label" block marginTop={12}>
            {text.note}
          </Block>
          <Cluster gap={12} marginTop={4}>
            <Input
              id={id}
              className={styles.input}
              maxLength={LIMITS.searchReportNoteChars}
              placeholder={text.notePlaceholder}
              {...form.register('note')}
            />
            <button type="submit" className={buttonClass('quiet')} aria-disabled={reporting.isPending}>
              {reporting.isPending ? text.sending : text.send}
            </button>
          </Cluster>
        </Block>
      ) : null}
    </Block>
  );
};
