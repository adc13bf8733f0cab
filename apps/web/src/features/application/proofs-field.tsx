/** Files that show what an application says: chosen, sent at once, taken away again. They are the person's own files. */
import { LIMITS, type ProofFile, uploadFile } from '@shufang/contract';
import { buttonClass, IconButton } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { upload } from '../../platform/api/upload.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { fileSize } from '../../platform/messages/zh-cn/file-size.ts';
import styles from './application.module.css';

interface ProofsFieldProps {
  readonly proofs: readonly ProofFile[];
  readonly hint: string;
  readonly fault: string | undefined;
  readonly onChange: (change: (proofs: readonly ProofFile[]) => readonly ProofFile[]) => void;
}

export const ProofsField = ({ proofs, hint, fault, onChange }: ProofsFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const handleChange = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const files = [...(event.target.files ?? [])].slice(0, LIMITS.applicationProofsMax - proofs.length);
    event.target.value = '';
    setFailure(undefined);
    for (const file of files) {
      setSending(file.name);
      try {
        const { id: fileId, name, mediaType, sizeBytes } = await upload(uploadFile, {}, file);
        onChange((before) => [...before, { id: fileId, name, mediaType, sizeBytes }]);
      } catch (error) {
        setFailure(text.uploadFailed(file.name, error instanceof Error ? error.message : ''));
      }
    }
    setSending(undefined);
  };
  return (
    <div className={styles.proofs} role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className={styles.label}>
        {text.fields.proofs}
      </p>
      {proofs.length === 0 ? null : (
        <ul className={styles.files}>
          {proofs.map((proof) => (
            <li key={proof.id} className={styles.file}>
              <span className={styles.fileName}>{proof.name}</span>
              <span className={styles.size}>{fileSize(proof.sizeBytes)}</span>
              <IconButton
                name={text.removeProof(proof.name)}
                onClick={() => onChange((before) => before.filter((one) => one.id !== proof.id))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        className="visually-hidden"
        tabIndex={-1}
        aria-label={text.chooseProof}
        accept="image/png,image/jpeg,image/webp,application/pdf"
        onChange={(event) => void handleChange(event)}
      />
      {proofs.length < LIMITS.applicationProofsMax ? (
        <button
          type="button"
          className={buttonClass('quiet')}
          data-fault={fault !== undefined}
          aria-disabled={sending !== undefined}
          onClick={() => {
            if (sending === undefined) input.current?.click();
          }}
        >
          {text.chooseProof}
        </button>
      ) : null}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p role="status" className={styles.hint}>
        {sending === undefined ? null : text.uploading(sending)}
      </p>
      {(failure ?? fault) === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {failure ?? fault}
        </p>
      )}
    </div>
  );
};
