/** A photo of a claim, fetched with the reviewer's own session. Opens enlarged in a dialog. */
import { getClaimPhoto } from '@shufang/contract';
import { ModalDialog, Text, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../../../features/activation-code/activation-code.module.css';
import { call } from '../../../platform/api/client.ts';
import { codesText } from '../../../platform/messages/zh-cn/codes.ts';

export const ClaimPhoto = ({ claimId, photo }: { claimId: string; photo: number }) => {
  const [isLarge, setLarge] = useState(false);
  const { data: picture, isError } = useQuery({
    queryKey: ['activation-code', 'claim-photo', claimId, photo],
    queryFn: ({ signal }) => call(getClaimPhoto, { claimId, photo }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });
  if (isError)
    return (
      <Text as="p" size={13} tone="faint">
        {codesText.photoFailed}
      </Text>
    );
  if (picture === undefined) return <div className={styles.addPhoto} role="status" aria-label={codesText.loading} />;
  const address = `data:${picture.mediaType};base64,${picture.base64}`;
  return (
    <>
      <TextButton type="button" flush size="inherit" tone="inherit" className={styles.photo} onClick={() => setLarge(true)}>
        <img src={address} alt={codesText.photoAlt(photo + 1)} />
      </TextButton>
      {isLarge ? (
        <ModalDialog title={codesText.photoAlt(photo + 1)} onClose={() => setLarge(false)}>
          <img className={styles.large} src={address} alt="" />
        </ModalDialog>
      ) : null}
    </>
  );
};
