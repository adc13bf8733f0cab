/** Dialog that exports questions of a bank as a file. */
import { writeQtiPackage } from '@shufang/assessment';
import { type BankQuestion, listQuestionContents, type QuestionBank } from '@shufang/contract';
import { DialogActions, ModalDialog, Stack, Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/api/save-file.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { questionImportText as text } from '../../../platform/messages/zh-cn/question-import.ts';
import { questionsText } from '../../../platform/messages/zh-cn/questions.ts';
import { exportedPictures } from './exported-pictures.ts';

interface ExportDialogProps {
  readonly bank: Pick<QuestionBank, 'id' | 'name' | 'questions'>;
  /** The questions to export; absent: all that are in use. */
  readonly ids?: readonly string[];
  readonly onClose: () => void;
}

/** Returns the questions in the order of the bank, with their contents. */
const readAll = async (bankId: string, ids: readonly string[] | undefined): Promise<BankQuestion[]> => {
  if (ids !== undefined) return (await call(listQuestionContents, { bankId, ids: [...ids] })).items;
  const questions: BankQuestion[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listQuestionContents, { bankId, ...(cursor === undefined ? {} : { cursor }) });
    questions.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return questions;
};

export const ExportDialog = ({ bank, ids, onClose }: ExportDialogProps) => {
  const form = useForm({ initial: {} });
  const exporting = useMutation({
    mutationFn: async () => {
      const questions = await readAll(bank.id, ids);
      const bytes = writeQtiPackage(
        questions.map(({ view, key, origin }) => ({ view, key, source: origin?.source })),
        exportedPictures(questions),
      );
      saveFile(`${text.exportName(bank.name)}.zip`, new Blob([Uint8Array.from(bytes)], { type: 'application/zip' }));
    },
    onSuccess: onClose,
  });
  return (
    <ModalDialog title={text.exportTitle(ids?.length ?? bank.questions)} onClose={onClose}>
      <Stack
        as="form"
        gap={20}
        noValidate
        onSubmit={form.handleSubmit(() => {
          if (!exporting.isPending) exporting.mutate();
        })}
      >
        <p>{text.exportFormats.qti}</p>
        {exporting.isPending ? (
          <Text as="p" role="status">
            {text.exporting}
          </Text>
        ) : null}
        {exporting.isError ? (
          <Text as="p" role="alert" tone="accent">
            {text.exportFailed}
          </Text>
        ) : null}
        <DialogActions cancelLabel={questionsText.cancel} submitLabel={text.exportSubmit} isBusy={exporting.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};
