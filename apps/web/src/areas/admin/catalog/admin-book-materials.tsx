/** Admin list of the files that accompany a book, with the audience of each. */
import {
  addBookMaterial,
  type BookMaterial,
  LIMITS,
  type MaterialAudience,
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
import { type SubmitEvent, useState } from 'react';
import pageStyles from '../../../features/catalog/book-page.module.css';
import { bookMaterialsQuery } from '../../../features/catalog/material-queries.ts';
import { call } from '../../../platform/api/client.ts';
import { upload } from '../../../platform/api/upload.ts';
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
}: {
  file: File | undefined;
  errorText: string | undefined;
  onChoose: (file: File) => void;
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
    <FileButton label={text.file} onFiles={(files) => files.slice(0, 1).forEach(onChoose)}>
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
  const [file, setFile] = useState<File>();
  const [title, setTitle] = useState(material?.title ?? '');
  const [note, setNote] = useState(material?.note ?? '');
  const [audience, setAudience] = useState<MaterialAudience>(material?.audience ?? 'teacher');
  const [isTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      const input = { bookId, title: title.trim(), note, audience };
      if (material !== undefined) return call(saveBookMaterial, { ...input, id: material.id });
      if (file === undefined) throw new Error('no file was chosen');
      const { id: fileId } = await upload(uploadFile, {}, file);
      return call(addBookMaterial, { ...input, fileId });
    },
    onSuccess: (response) => {
      cache(response);
      onClose();
    },
  });
  const fileError = material === undefined && file === undefined ? text.fileMissing : undefined;
  const titleError = title.trim() === '' ? text.nameMissing : undefined;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (fileError === undefined && titleError === undefined && !saving.isPending) saving.mutate();
  };
  const handleChoose = (chosen: File): void => {
    setFile(chosen);
    if (title === '') setTitle(chosen.name.replace(/\.[a-z0-9]+$/i, '').slice(0, LIMITS.materialTitleChars));
  };
  return (
    <ModalDialog title={material === undefined ? text.add : text.editOf(material.title)} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        {material === undefined ? <FileChoice file={file} errorText={isTried ? fileError : undefined} onChoose={handleChoose} /> : null}
        <TextField
          label={text.name}
          value={title}
          maxLength={LIMITS.materialTitleChars}
          error={isTried ? titleError : undefined}
          onChange={setTitle}
        />
        <SelectField
          label={text.audience}
          value={audience}
          options={audienceOptions}
          onChange={(value) => setAudience(materialAudience.parse(value))}
        />
        <TextAreaField label={text.note} value={note} rows={2} maxLength={LIMITS.materialNoteChars} onChange={setNote} />
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
