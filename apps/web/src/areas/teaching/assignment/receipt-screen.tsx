/** `/receipt`: verifies the receipt of a hand-in, for anyone who has it. */
import { buttonClass, Page, PageHeader, RecordCard, RecordsSkeleton, Stack, Text, TextField } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { useForm } from '../../../platform/forms/use-form.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { receiptQuery } from './queries.ts';
import { ReceiptCard } from './receipt-card.tsx';

const codeFields = z.object({ code: z.string().trim().min(1, text.codeNeeded) });

const CodeForm = ({ code, refusal }: { code: string; refusal: string | undefined }) => {
  const [, setParams] = useSearchParams();
  const form = useForm({ initial: { code }, schema: codeFields });
  const handleSubmit = form.handleSubmit((fields) => setParams({ code: fields.code }));
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={text.verifyTitle}>
      <TextField
        label={text.receiptCode}
        error={form.errors.code?.message ?? refusal}
        maxLength={200}
        spellCheck={false}
        {...form.register('code')}
        action={
          <button type="submit" className={buttonClass('quiet')}>
            {text.verify}
          </button>
        }
      />
    </form>
  );
};

export const Component = () => {
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { data, error, isLoading } = useQuery(receiptQuery(code));
  return (
    <Page width="text">
      <PageHeader title={text.verifyTitle} lead={text.verifyLead} />
      <Stack gap={20}>
        <CodeForm key={code} code={code} refusal={error?.message} />
        {isLoading ? <RecordsSkeleton label={recordsText.loading} /> : null}
        {data === undefined ? null : (
          <RecordCard title={text.receiptTitle}>
            <Stack gap={12}>
              <Text as="p" role="status" weight={600} tone={data.isIntact ? 'ink' : 'accent'}>
                {data.isIntact ? text.intact : text.altered}
              </Text>
              <ReceiptCard
                receipt={data.receipt}
                more={[
                  [text.receiptFacts.title, data.title],
                  [text.receiptFacts.className, data.className],
                  [text.receiptFacts.student, data.student],
                ]}
              />
            </Stack>
          </RecordCard>
        )}
      </Stack>
    </Page>
  );
};
