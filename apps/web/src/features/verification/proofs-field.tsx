/**
 * Field for the files that prove what an application states. They are uploaded when selected, can be removed, and are stored as user files.
 */
import { LIMITS, type ProofFile, uploadFile } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import { Block, FileButton, Grid, IconButton, Stack, Text } from '@shufang/ui';
import { type Ref, useId, useState } from 'react';
import { upload } from '../../platform/api/upload.ts';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { fileSize } from '../../platform/messages/zh-cn/file-size.ts';
import styles from './application.module.css';

interface ProofsFieldProps {
  readonly proofs: readonly ProofFile[];
  readonly buttonRef: Ref<HTMLButtonElement>;
  readonly hint: string;
  readonly errorText: string | undefined;
  readonly onChange: (change: (proofs: readonly ProofFile[]) => readonly ProofFile[]) => void;
  /** Called with true when an upload begins, and with false when the last one has ended. */
  readonly onUploading: (isUploading: boolean) => void;
}

export const ProofsField = ({ proofs, buttonRef, hint, errorText, onChange, onUploading }: ProofsFieldProps) => {
  const id = useId();
  const [sending, setSending] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const handleFiles = async (chosen: readonly File[]): Promise<void> => {
    const files = chosen.slice(0, LIMITS.applicationProofsMax - proofs.length);
    setFailure(undefined);
    onUploading(true);
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
    onUploading(false);
  };
  return (
    <Stack gap={8} justifyItems="start" role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <Text id={id} as="p" size={14} weight={600}>
        {text.fields.proofs}
      </Text>
      {proofs.length === 0 ? null : (
        <Block as="ul" fullWidth>
          {proofs.map((proof) => (
            <Grid key={proof.id} as="li" gap={12} align="center" className={styles.file}>
              <Text breakWords>{proof.name}</Text>
              <Text size={13} tone="faint">
                {fileSize(proof.sizeBytes)}
              </Text>
              <IconButton
                name={text.removeProof(proof.name)}
                onClick={() => onChange((before) => before.filter((one) => one.id !== proof.id))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </IconButton>
            </Grid>
          ))}
        </Block>
      )}
      {proofs.length < LIMITS.applicationProofsMax ? (
        <FileButton
          label={text.chooseProof}
          accept="image/png,image/jpeg,image/webp,application/pdf"
          multiple
          ref={buttonRef}
          isBusy={sending !== undefined}
          onFiles={(files) => void handleFiles(files)}
        >
          {text.chooseProof}
        </FileButton>
      ) : null}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      <p role="status" className={styles.hint}>
        {sending === undefined ? null : text.uploading(sending)}
      </p>
      {(failure ?? errorText) === undefined ? null : (
        <Text role="alert" as="p" size={13} tone="accent">
          {failure ?? errorText}
        </Text>
      )}
    </Stack>
  );
};
