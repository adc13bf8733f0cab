/** Dialog that submits a claim for an unusable code: the book, the reason, and photos of the paper book. */
import { claimCode, claimReason, LIMITS, uploadImage } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import { buttonClass, Cluster, FileButton, Grid, ModalDialog, RadioOption, Stack, Text, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { z } from 'zod';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { chosen } from '../../platform/forms/chosen.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './activation-code.module.css';
import { BookPicker, type ChosenBook } from './book-picker.tsx';
import { myClaimsQuery } from './queries.ts';

const photo = z.object({
  id: z.string(),
  /** Object URL of the selected photo, to show it before the upload. */
  address: z.string(),
});
type Photo = Readonly<z.output<typeof photo>>;

const claimFields = z.object({
  book: chosen<ChosenBook>(codesText.bookMissing),
  reason: claimReason,
  photos: z.array(photo).min(1, codesText.photosMissing),
  partial: z.string(),
  note: z.string(),
});

interface ClaimDialogProps {
  readonly book?: ChosenBook | undefined;
  readonly onClose: () => void;
}

export const ClaimDialog = ({ book: given, onClose }: ClaimDialogProps) => {
  const id = useId();
  const queryClient = useQueryClient();
  const form = useForm({
    draft: 'claim',
    draftFields: ['partial', 'note'],
    initial: (): z.input<typeof claimFields> => ({ book: given, reason: 'smudged', photos: [], partial: '', note: '' }),
    schema: claimFields,
  });
  const [{ photos }, { errors }] = [form.values, form];
  const [bookField, reasonField, photosField] = [form.register('book'), form.register('reason'), form.register('photos')];
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
    onSuccess: (added) => photosField.onChange([...form.getValues().photos, added]),
  });
  const claiming = useMutation({
    mutationFn: ({ book, photos: taken, ...claim }: z.output<typeof claimFields>) =>
      call(claimCode, { ...claim, bookId: book.id, photoIds: taken.map(({ id: photoId }) => photoId) }),
    onSuccess: async () => {
      form.dropDraft();
      await queryClient.invalidateQueries({ queryKey: myClaimsQuery().queryKey });
      onClose();
    },
  });
  const handleRemove = (photo: Photo): void => {
    URL.revokeObjectURL(photo.address);
    photosField.onChange(photos.filter((other) => other !== photo));
  };
  const handleSubmit = form.handleSubmit((claim) => {
    if (!claiming.isPending) claiming.mutate(claim);
  });
  const photoError = adding.error instanceof ApiError ? adding.error.message : errors.photos?.message;
  return (
    <ModalDialog title={codesText.claimTitle} onClose={onClose}>
      <Stack as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" size={13} tone="faint">
          {codesText.claimLead}
        </Text>
        <BookPicker chosen={bookField.value} error={errors.book?.message} inputRef={bookField.ref} onChoose={bookField.onChange} />
        <Grid as="fieldset" gap={[0, 16]} className={styles.reasons}>
          <legend>{codesText.claimReason}</legend>
          {claimReason.options.map((option) => (
            <RadioOption
              key={option}
              look="small"
              className={styles.check}
              name={`${id}-reason`}
              checked={form.values.reason === option}
              onChange={() => reasonField.onChange(option)}
            >
              <span>{codesText.reasons[option]}</span>
            </RadioOption>
          ))}
        </Grid>
        <Stack gap={6} minWidth={0}>
          <span className={styles.label} id={`${id}-photos`}>
            {codesText.photos}
          </span>
          <Cluster as="ul" gap={12} className={styles.photos} aria-labelledby={`${id}-photos`}>
            {photos.map((photo, index) => (
              <li key={photo.id}>
                <img src={photo.address} alt={codesText.photoAlt(index + 1)} />
                <button type="button" aria-label={codesText.removePhoto(index + 1)} onClick={() => handleRemove(photo)}>
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
            {photos.length < LIMITS.claimPhotosMax ? (
              <li>
                <FileButton
                  className={styles.addPhoto}
                  label={codesText.addPhoto}
                  accept={PICTURE_TYPES}
                  disabled={adding.isPending}
                  onFiles={(files) => files.slice(0, 1).forEach((file) => adding.mutate(file))}
                >
                  {adding.isPending ? codesText.addingPhoto : codesText.addPhoto}
                </FileButton>
              </li>
            ) : null}
          </Cluster>
          {photoError === undefined ? null : (
            <p className={styles.error} role="alert">
              {photoError}
            </p>
          )}
          <Text as="p" size={13} tone="faint">
            {codesText.photosHint(LIMITS.claimPhotosMax)}
          </Text>
        </Stack>
        <TextField variant="soft" label={codesText.partial} maxLength={40} autoComplete="off" {...form.register('partial')} />
        <TextField variant="soft" label={codesText.note} maxLength={500} {...form.register('note')} />
        <Cluster gap={12} align="center" justify="end" marginTop={16}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {codesText.cancel}
          </button>
          <button type="submit" className={buttonClass()} disabled={claiming.isPending || adding.isPending}>
            {claiming.isPending ? codesText.claimSubmitting : codesText.claimSubmit}
          </button>
        </Cluster>
      </Stack>
    </ModalDialog>
  );
};
