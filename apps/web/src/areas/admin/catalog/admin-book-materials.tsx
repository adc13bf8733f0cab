/** Admin list of the files that accompany a book, with the audience of each. */
import {
  addBookMaterial,
  type BookMaterial,
  LIMITS,
  materialAudience,
  removeBookMaterial,
  saveBookMaterial,
  uploadFile,
} from '@shufang/contract';
import {
  Block,
  buttonClass,
  Cluster,
  ConfirmDialog,
  DialogActions,
  FileButton,
  LoadFailure,
  ModalDialog,
  RecordCard,
  RecordsSkeleton,
  Row,
  SelectField,
  Stack,
  Text,
  TextAreaField,
  TextButton,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { z } from 'zod';
import pageStyles from '../../../features/catalog/book-page.module.css';
import { bookMaterialsQuery } from '../../../features/catalog/material-queries.ts';
import { call } from '../../../platform/api/client.ts';
import { upload } from '../../../platform/api/upload.ts';
import { anyOf } from '../../../platform/forms/chosen.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { materialsText as text } from '../../../platform/messages/zh-cn/materials.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';

const audienceOptions = materialAudience.options.map((value) => ({ value, label: text.audiences[value] }));

const useCacheMaterials = (bookId: string): ((response: { items: BookMaterial[] }) => void) => {
  const queryClient = useQueryClient();
  return (response) => {
    queryClient.setQueryData(bookMaterialsQuery(bookId).queryKey, response);
    void queryClient.invalidateQueries({ queryKey: ['catalog', 'book', bookId] });
  };
};

const FileChoice = ({
  file,
  errorText,
  onChoose,
  buttonRef,
}: {
  file: File | undefined;
  errorText: string | undefined;
  onChoose: (file: File) => void;
  buttonRef: Ref<HTMLButtonElement>;
}) => (
  <div>
    {file === undefined ? null : (
      <p>
        {file.name}{' '}
        <Text size={13} tone="faint" marginBottom={16}>
          {text.size(file.size)}
        </Text>
      </p>
    )}
    <FileButton ref={buttonRef} label={text.file} onFiles={(files) => files.slice(0, 1).forEach(onChoose)}>
      {file === undefined ? text.choose : text.chooseAnother}
    </FileButton>
    {errorText === undefined ? (
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {text.fileHint}
      </Text>
    ) : (
      <Text role="alert" as="p" size={14} tone="accent">
        {errorText}
      </Text>
    )}
  </div>
);

/** Schema of the form. The file is needed for a new material, and cannot be changed later. */
const materialFields = (isNew: boolean) =>
  z.object({
    file: anyOf<File | undefined>().refine((file) => !isNew || file !== undefined, text.fileMissing),
    title: saveBookMaterial.input.shape.title,
    note: z.string(),
    audience: materialAudience,
  });
type MaterialFields = z.output<ReturnType<typeof materialFields>>;

/** Dialog that edits a file that accompanies the book; without `material`, it creates a new one. */
const MaterialDialog = ({
  bookId,
  material,
  onClose,
}: {
  readonly bookId: string;
  readonly material?: BookMaterial | undefined;
  readonly onClose: () => void;
}) => {
  const cache = useCacheMaterials(bookId);
  const form = useForm({
    initial: (): MaterialFields => ({
      file: undefined,
      title: material?.title ?? '',
      note: material?.note ?? '',
      audience: material?.audience ?? 'teacher',
    }),
    schema: materialFields(material === undefined),
  });
  const { errors } = form;
  const [title, audience] = [form.register('title'), form.register('audience')];
  const { value: file, onChange: changeFile, ref: fileRef } = form.register('file');
  const saving = useMutation({
    mutationFn: async ({ file: added, ...fields }: MaterialFields) => {
      const input = { bookId, ...fields };
      if (material !== undefined) return call(saveBookMaterial, { ...input, id: material.id });
      if (added === undefined) throw new Error('no file was chosen');
      const { id: fileId } = await upload(uploadFile, {}, added);
      return call(addBookMaterial, { ...input, fileId });
    },
    onSuccess: (response) => {
      cache(response);
      onClose();
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  const handleChoose = (chosen: File): void => {
    changeFile(chosen);
    if (title.value === '') title.onChange(chosen.name.replace(/\.[a-z0-9]+$/i, '').slice(0, LIMITS.materialTitleChars));
  };
  return (
    <ModalDialog title={material === undefined ? text.add : text.editOf(material.title)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        {material === undefined ? (
          <FileChoice file={file} errorText={errors.file?.message} onChoose={handleChoose} buttonRef={fileRef} />
        ) : null}
        <TextField label={text.name} maxLength={LIMITS.materialTitleChars} error={errors.title?.message} {...title} />
        <SelectField label={text.audience} options={audienceOptions} {...audience} />
        <TextAreaField label={text.note} rows={2} maxLength={LIMITS.materialNoteChars} {...form.register('note')} />
        <DialogActions
          cancelLabel={text.cancel}
          submitLabel={saving.isPending ? text.adding : text.save}
          isBusy={saving.isPending}
          onCancel={onClose}
        />
      </Stack>
    </ModalDialog>
  );
};

const RemoveDialog = ({ bookId, material, onClose }: { bookId: string; material: BookMaterial; onClose: () => void }) => {
  const cache = useCacheMaterials(bookId);
  const removing = useMutation({
    mutationFn: () => call(removeBookMaterial, { bookId, id: material.id }),
    onSuccess: (response) => {
      cache(response);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.removeOf(material.title)}
      confirmLabel={text.remove}
      isDestructive
      cancelLabel={text.cancel}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{text.removeLead(material.title)}</p>
    </ConfirmDialog>
  );
};

type DialogState = { readonly action: 'add' } | { readonly action: 'edit' | 'remove'; readonly material: BookMaterial };

const List = ({ items, onOpenDialog }: { items: readonly BookMaterial[]; onOpenDialog: (dialog: DialogState) => void }) => (
  <ul className={pageStyles.resources}>
    {items.map((material) => (
      <Row key={material.id} as="li" gap={12} align="center" className={pageStyles.resource}>
        <Block flex={1} minWidth={0}>
          <p className={pageStyles.resourceTitle}>{material.title}</p>
          <Text as="p" size={13} tone="faint">
            {[material.fileName, text.size(material.sizeBytes), text.forWhom(material.audience)].join(' · ')}
          </Text>
        </Block>
        <TextButton
          type="button"
          size="inherit"
          underline
          aria-label={text.editOf(material.title)}
          onClick={() => onOpenDialog({ action: 'edit', material })}
        >
          {text.edit}
        </TextButton>
        <TextButton
          type="button"
          size="inherit"
          underline
          aria-label={text.removeOf(material.title)}
          onClick={() => onOpenDialog({ action: 'remove', material })}
        >
          {text.remove}
        </TextButton>
      </Row>
    ))}
  </ul>
);

export const AdminBookMaterials = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookMaterialsQuery(bookId));
  const [dialog, setDialog] = useState<DialogState>();
  const close = (): void => setDialog(undefined);
  return (
    <RecordCard title={text.title}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {text.adminHint}
      </Text>
      {data === undefined ? (
        isError ? (
          <LoadFailure text={recordsText.failed(text.title)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={recordsText.loading} />
        )
      ) : (
        <>
          {data.items.length === 0 ? (
            <Text as="p" size={13} tone="faint" marginBottom={16}>
              {text.adminNone}
            </Text>
          ) : (
            <List items={data.items} onOpenDialog={setDialog} />
          )}
          <Cluster gap={12} align="center">
            <button type="button" className={buttonClass('quiet')} onClick={() => setDialog({ action: 'add' })}>
              {text.add}
            </button>
          </Cluster>
        </>
      )}
      {dialog?.action === 'add' ? <MaterialDialog bookId={bookId} onClose={close} /> : null}
      {dialog?.action === 'edit' ? <MaterialDialog bookId={bookId} material={dialog.material} onClose={close} /> : null}
      {dialog?.action === 'remove' ? <RemoveDialog bookId={bookId} material={dialog.material} onClose={close} /> : null}
    </RecordCard>
  );
};
