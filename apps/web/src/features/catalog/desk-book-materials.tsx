/** What an editor puts beside a book, and for whom each file is. */
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
  buttonClass,
  ConfirmDialog,
  DialogActions,
  LoadFailure,
  ModalDialog,
  RecordCard,
  RecordsSkeleton,
  SelectField,
  TextAreaField,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { upload } from '../../platform/api/upload.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { materialsText as text } from '../../platform/messages/zh-cn/materials.ts';
import pageStyles from './book-page.module.css';
import styles from './desk-books.module.css';
import { bookMaterialsQuery } from './material-queries.ts';

const audienceOptions = materialAudience.options.map((value) => ({ value, label: text.audiences[value] }));

const useKeep = (bookId: string): ((answer: { items: BookMaterial[] }) => void) => {
  const queryClient = useQueryClient();
  return (answer) => {
    queryClient.setQueryData(bookMaterialsQuery(bookId).queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: ['catalog', 'book', bookId] });
  };
};

const FileChoice = ({ file, fault, onChoose }: { file: File | undefined; fault: string | undefined; onChoose: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = event.target.files ?? [];
    if (chosen !== undefined) onChoose(chosen);
    // The same file chosen once more is a change again.
    event.target.value = '';
  };
  return (
    <div>
      <input ref={input} type="file" className="visually-hidden" tabIndex={-1} aria-label={text.file} onChange={handleChange} />
      {file === undefined ? null : (
        <p>
          {file.name} <span className={styles.hint}>{text.size(file.size)}</span>
        </p>
      )}
      <button type="button" className={buttonClass('quiet')} onClick={() => input.current?.click()}>
        {file === undefined ? text.choose : text.chooseAnother}
      </button>
      {fault === undefined ? (
        <p className={styles.hint}>{text.fileHint}</p>
      ) : (
        <p role="alert" className={pageStyles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
};

/** `material` absent: a new one. */
const MaterialDialog = ({
  bookId,
  material,
  onClose,
}: {
  readonly bookId: string;
  readonly material?: BookMaterial | undefined;
  readonly onClose: () => void;
}) => {
  const keep = useKeep(bookId);
  const [file, setFile] = useState<File>();
  const [title, setTitle] = useState(material?.title ?? '');
  const [note, setNote] = useState(material?.note ?? '');
  const [audience, setAudience] = useState<MaterialAudience>(material?.audience ?? 'teacher');
  const [isTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      const words = { bookId, title: title.trim(), note, audience };
      if (material !== undefined) return call(saveBookMaterial, { ...words, id: material.id });
      if (file === undefined) throw new Error('no file was chosen');
      const { id: fileId } = await upload(uploadFile, {}, file);
      return call(addBookMaterial, { ...words, fileId });
    },
    onSuccess: (answer) => {
      keep(answer);
      onClose();
    },
  });
  const fileFault = material === undefined && file === undefined ? text.fileMissing : undefined;
  const titleFault = title.trim() === '' ? text.nameMissing : undefined;
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (fileFault === undefined && titleFault === undefined && !saving.isPending) saving.mutate();
  };
  const handleChoose = (chosen: File): void => {
    setFile(chosen);
    if (title === '') setTitle(chosen.name.replace(/\.[a-z0-9]+$/i, '').slice(0, LIMITS.materialTitleChars));
  };
  return (
    <ModalDialog title={material === undefined ? text.add : text.editOf(material.title)} onClose={onClose}>
      <form className={styles.dialogForm} noValidate onSubmit={handleSubmit}>
        {material === undefined ? <FileChoice file={file} fault={isTried ? fileFault : undefined} onChoose={handleChoose} /> : null}
        <TextField
          label={text.name}
          value={title}
          maxLength={LIMITS.materialTitleChars}
          fault={isTried ? titleFault : undefined}
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
      </form>
    </ModalDialog>
  );
};

const RemoveDialog = ({ bookId, material, onClose }: { bookId: string; material: BookMaterial; onClose: () => void }) => {
  const keep = useKeep(bookId);
  const removing = useMutation({
    mutationFn: () => call(removeBookMaterial, { bookId, id: material.id }),
    onSuccess: (answer) => {
      keep(answer);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={text.removeOf(material.title)}
      confirmLabel={text.remove}
      cancelLabel={text.cancel}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{text.removeLead(material.title)}</p>
    </ConfirmDialog>
  );
};

type Asked = { readonly verb: 'add' } | { readonly verb: 'edit' | 'remove'; readonly material: BookMaterial };

const List = ({ items, onAsk }: { items: readonly BookMaterial[]; onAsk: (asked: Asked) => void }) => (
  <ul className={pageStyles.resources}>
    {items.map((material) => (
      <li key={material.id} className={pageStyles.resource}>
        <div className={pageStyles.resourceText}>
          <p className={pageStyles.resourceTitle}>{material.title}</p>
          <p className={pageStyles.chapter}>
            {[material.fileName, text.size(material.sizeBytes), text.forWhom(material.audience)].join(' · ')}
          </p>
        </div>
        <button
          type="button"
          className={styles.textButton}
          aria-label={text.editOf(material.title)}
          onClick={() => onAsk({ verb: 'edit', material })}
        >
          {text.edit}
        </button>
        <button
          type="button"
          className={styles.textButton}
          aria-label={text.removeOf(material.title)}
          onClick={() => onAsk({ verb: 'remove', material })}
        >
          {text.remove}
        </button>
      </li>
    ))}
  </ul>
);

export const DeskBookMaterials = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useQuery(bookMaterialsQuery(bookId));
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  return (
    <RecordCard title={text.title}>
      <p className={styles.hint}>{text.deskHint}</p>
      {data === undefined ? (
        isError ? (
          <LoadFailure text={deskText.failed(text.title)} retryLabel={deskText.retry} onRetry={() => void refetch()} />
        ) : (
          <RecordsSkeleton label={deskText.loading} />
        )
      ) : (
        <>
          {data.items.length === 0 ? <p className={styles.hint}>{text.deskNone}</p> : <List items={data.items} onAsk={setAsked} />}
          <div className={styles.actions}>
            <button type="button" className={buttonClass('quiet')} onClick={() => setAsked({ verb: 'add' })}>
              {text.add}
            </button>
          </div>
        </>
      )}
      {asked?.verb === 'add' ? <MaterialDialog bookId={bookId} onClose={close} /> : null}
      {asked?.verb === 'edit' ? <MaterialDialog bookId={bookId} material={asked.material} onClose={close} /> : null}
      {asked?.verb === 'remove' ? <RemoveDialog bookId={bookId} material={asked.material} onClose={close} /> : null}
    </RecordCard>
  );
};
