/** `/report`: verifies a report on the use of a book, and compares a file with the printed ones, for anyone who has it. */
import type { OutputOf, verifyTrackingReport } from '@shufang/contract';
import { buttonClass, Facts, FileInput, Page, PageHeader, RecordCard, RecordsSkeleton, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { verifiedReportQuery } from '../../../features/statistics/queries.ts';
import { cryptography } from '../../../platform/crypto/cryptography.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { statisticsText as text } from '../../../platform/messages/zh-cn/author-statistics.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';

const codeFields = z.object({ code: z.string().trim().min(1, text.codeNeeded) });

const CodeForm = ({ code, refusal }: { code: string; refusal: string | undefined }) => {
  const [, setParams] = useSearchParams();
  const form = useForm({ initial: { code }, schema: codeFields });
  const handleSubmit = form.handleSubmit((fields) => setParams({ code: fields.code }));
  return (
    <form noValidate onSubmit={handleSubmit} aria-label={text.verifyTitle}>
      <TextField
        label={text.reportCode}
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

type Verified = OutputOf<typeof verifyTrackingReport>;

const sha256Hex = async (file: File): Promise<string> => {
  const digest = await (await cryptography()).sha256(new Uint8Array(await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Compares a file of the user with the printed ones, within the browser. */
const FileComparison = ({ files }: Pick<Verified, 'files'>) => {
  const id = useId();
  const comparing = useMutation({ mutationFn: sha256Hex });
  const same = files.find(({ sha256 }) => sha256 === comparing.data);
  return (
    <Stack gap={4}>
      <label htmlFor={id}>{text.compareFile}</label>
      <FileInput
        id={id}
        accept=".pdf,.docx,.xlsx"
        onFiles={([file]) => {
          if (file !== undefined) comparing.mutate(file);
        }}
      />
      <Text as="p" size={13} tone="faint">
        {text.compareHint}
      </Text>
      <Text as="p" role="status" weight={600} tone={same === undefined ? 'accent' : 'ink'}>
        {comparing.data === undefined ? null : same === undefined ? text.otherFile : text.sameFile(text.reportFormats[same.format])}
      </Text>
    </Stack>
  );
};

const factsOf = ({ title, publisher, from, to, frozenAt, sha256, publicKey }: Verified): (readonly [string, string])[] => [
  [text.facts.title, title],
  [text.facts.publisher, publisher],
  [text.facts.span, text.spanOf(from, to)],
  [text.facts.frozenAt, text.reportAt(frozenAt)],
  [text.facts.sha256, sha256],
  [text.facts.publicKey, publicKey],
];

export const Component = () => {
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { data, error, isLoading } = useQuery(verifiedReportQuery(code));
  return (
    <Page width="text">
      <PageHeader title={text.verifyTitle} lead={text.verifyLead} />
      <Stack gap={20}>
        <CodeForm key={code} code={code} refusal={error?.message} />
        {isLoading ? <RecordsSkeleton label={recordsText.loading} /> : null}
        {data === undefined ? null : (
          <RecordCard title={text.reportTitle}>
            <Stack gap={16}>
              <Text as="p" role="status" weight={600} tone={data.isIntact ? 'ink' : 'accent'}>
                {data.isIntact ? text.intact : text.altered}
              </Text>
              <Facts items={factsOf(data)} />
              <FileComparison key={code} files={data.files} />
            </Stack>
          </RecordCard>
        )}
      </Stack>
    </Page>
  );
};
