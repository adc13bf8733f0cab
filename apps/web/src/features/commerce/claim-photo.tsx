/** A photo of a claim, fetched with the reviewer's own session. Opens large beside the desk. */
import { getClaimPhoto } from '@shufang/contract';
import { ModalDialog } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './commerce.module.css';

export const ClaimPhoto = ({ claimId, photo }: { claimId: string; photo: number }) => {
  const [isLarge, setLarge] = useState(false);
  const { data: picture, isError } = useQuery({
    queryKey: ['commerce', 'claim-photo', claimId, photo],
    queryFn: ({ signal }) => call(getClaimPhoto, { claimId, photo }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { claims: true },
  });
  if (isError) return <p className={styles.faint}>{codesText.photoFailed}</p>;
  if (picture === undefined) return <div className={styles.addPhoto} role="status" aria-label={codesText.loading} />;
  const address = `data:${picture.mediaType};base64,${picture.base64}`;
  return (
    <>
      <button type="button" className={styles.photo} onClick={() => setLarge(true)}>
        <img src={address} alt={codesText.photoAlt(photo + 1)} />
      </button>
      {isLarge ? (
        <ModalDialog title={codesText.photoAlt(photo + 1)} onClose={() => setLarge(false)}>
          <img className={styles.large} src={address} alt="" />
        </ModalDialog>
      ) : null}
    </>
  );
};
