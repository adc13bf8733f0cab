/** A claim for a code that cannot be used: the book, why, and photos of the paper one. */
import { type ClaimReason, claimCode, claimReason, LIMITS, uploadImage } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import { useTyped } from '../../platform/storage/use-typed.ts';
import { BookPicker, type ChosenBook } from './book-picker.tsx';
import styles from './commerce.module.css';
import { Field } from './field.tsx';
import { myClaimsQuery } from './queries.ts';

interface Photo {
  readonly id: string;
  /** Of the picture on this device. */
  readonly address: string;
}

interface ClaimDialogProps {
  readonly book?: ChosenBook | undefined;
  readonly onClose: () => void;
}

export const ClaimDialog = ({ book: given, onClose }: ClaimDialogProps) => {
  const id = useId();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [book, setBook] = useState(given);
  const [reason, setReason] = useState<ClaimReason>('smudged');
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const typed = useTyped('claim', { partial: '', note: '' });
  const { partial, note } = typed.values;
  const [isTried, setTried] = useState(false);
  const shown = useRef(photos);
  useEffect(() => {
    shown.current = photos;
  }, [photos]);
  useEffect(() => () => shown.current.forEach(({ address }) => URL.revokeObjectURL(address)), []);
  const adding = useMutation({
    mutationFn: async (file: File) => ({
      id: (await upload(uploadImage, { purpose: 'image' }, file)).id,
      address: URL.createObjectURL(file),
    }),
    meta: { claims: true },
    onSuccess: (photo) => setPhotos((before) => [...before, photo]),
  });
  const claiming = useMutation({
    mutationFn: (bookId: string) => call(claimCode, { bookId, reason, photoIds: photos.map((photo) => photo.id), partial, note }),
    onSuccess: async () => {
      typed.drop();
      await queryClient.invalidateQueries({ queryKey: myClaimsQuery().queryKey });
      onClose();
    },
  });
  const handleFile = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file !== undefined) adding.mutate(file);
  };
  const handleRemove = (photo: Photo): void => {
    URL.revokeObjectURL(photo.address);
    setPhotos(photos.filter((other) => other !== photo));
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (book !== undefined && photos.length > 0 && !claiming.isPending) claiming.mutate(book.id);
  };
  const photoFault =
    adding.error instanceof ApiError ? adding.error.message : isTried && photos.length === 0 ? codesText.photosMissing : undefined;
  return (
    <ModalDialog title={codesText.claimTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <p className={styles.faint}>{codesText.claimLead}</p>
        <BookPicker chosen={book} fault={isTried && book === undefined ? codesText.bookMissing : undefined} onChoose={setBook} />
        <fieldset className={styles.reasons}>
          <legend>{codesText.claimReason}</legend>
          {claimReason.options.map((option) => (
            <label key={option}>
              <input type="radio" name={`${id}-reason`} checked={reason === option} onChange={() => setReason(option)} />
              <span>{codesText.reasons[option]}</span>
            </label>
          ))}
        </fieldset>
        <div className={styles.field}>
          <span className={styles.label} id={`${id}-photos`}>
            {codesText.photos}
          </span>
          <ul className={styles.photos} aria-labelledby={`${id}-photos`}>
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <img src={photo.address} alt={codesText.photoAlt(index + 1)} />
                <button type="button" aria-label={codesText.removePhoto(index + 1)} onClick={() => handleRemove(photo)}>
                  ×
                </button>
              </li>
            ))}
            {photos.length < LIMITS.claimPhotosMax ? (
              <li>
                <button type="button" className={styles.addPhoto} disabled={adding.isPending} onClick={() => input.current?.click()}>
                  {adding.isPending ? codesText.addingPhoto : codesText.addPhoto}
                </button>
              </li>
            ) : null}
          </ul>
          <input ref={input} type="file" accept={PICTURE_TYPES} hidden aria-label={codesText.addPhoto} onChange={handleFile} />
          {photoFault === undefined ? null : (
            <p className={styles.fault} role="alert">
              {photoFault}
            </p>
          )}
          <p className={styles.faint}>{codesText.photosHint(LIMITS.claimPhotosMax)}</p>
        </div>
        <Field
          label={codesText.partial}
          value={partial}
          maxLength={40}
          autoComplete="off"
          onValue={(value) => typed.type('partial', value)}
        />
        <Field label={codesText.note} value={note} maxLength={500} onValue={(value) => typed.type('note', value)} />
        <div className={styles.dialogActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={claiming.isPending || adding.isPending}>
            {claiming.isPending ? codesText.claimSubmitting : codesText.claimSubmit}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
};
