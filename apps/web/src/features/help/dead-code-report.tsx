/** Form that reports to the operator a printed short code that has no target. */
import { reportDeadCode } from '@shufang/contract';
import { Block, buttonClass, Cluster, Input, Panel, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import styles from './dead-code-report.module.css';

export const DeadCodeReport = ({ code }: { code: string }) => {
  const id = useId();
  // The note is optional, and the field limits its length, so every input is valid.
  const form = useForm({ initial: { note: '' } });
  const reporting = useMutation({ mutationFn: ({ note }: { note: string }) => call(reportDeadCode, { code, note }) });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!reporting.isPending) reporting.mutate(fields);
  });
  return (
    <Panel as="section" marginBottom={24} aria-labelledby={`${id}-title`}>
      <Text id={`${id}-title`} as="h2" size={17}>
        {shellText.deadCodeTitle}
      </Text>
      {reporting.isSuccess ? (
        <p role="status">{shellText.deadCodeReported}</p>
      ) : (
        <form onSubmit={handleSubmit}>
          <Text as="p" tone="soft" marginTop={4}>
            {shellText.deadCodeHint}
          </Text>
          <Block htmlFor={id} as="label" block size={14} marginTop={16}>
            {shellText.deadCodeNote}
          </Block>
          <Cluster gap={12} marginTop={4}>
            <Input
              id={id}
              className={styles.input}
              maxLength={200}
              placeholder={shellText.deadCodeNotePlaceholder}
              {...form.register('note')}
            />
            <button type="submit" className={buttonClass()} aria-disabled={reporting.isPending}>
              {shellText.deadCodeReport}
            </button>
          </Cluster>
        </form>
      )}
    </Panel>
  );
};
