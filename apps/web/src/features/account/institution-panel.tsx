/** The panel's way through one's institution: found in the list, then the whole window goes to its own page. */
import { useMutation } from '@tanstack/react-query';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { type ChosenInstitution, InstitutionFinder } from './institution-finder.tsx';
import { beginInstitution } from './institution-proof.ts';
import styles from './sign-in.module.css';
import { InsecureWechatError } from './wechat-proof.ts';

interface InstitutionPanelProps {
  /** The path of this site to come back to. */
  readonly returnTo: string;
  /** Ties the institution to who is signed in. */
  readonly bind?: boolean;
}

export const InstitutionPanel = ({ returnTo, bind = false }: InstitutionPanelProps) => {
  const going = useMutation({
    mutationFn: (institution: ChosenInstitution | undefined) => beginInstitution({ institutionId: institution?.id, returnTo, bind }),
    onSuccess: ({ url }) => location.assign(url),
    meta: { claims: true },
  });
  const { error, variables } = going;
  const failure = error instanceof InsecureWechatError ? text.insecure : error === null ? '' : error.message || text.startFailed;
  return (
    <div>
      <InstitutionFinder
        isBusy={going.isPending}
        onChoose={(institution) => going.mutate(institution)}
        onDiscovery={() => going.mutate(undefined)}
      />
      <p className={styles.error} role="alert">
        {failure}
      </p>
      <p className={styles.sent} role="status">
        {going.isPending && variables !== undefined ? text.going(variables.name) : ''}
      </p>
    </div>
  );
};
