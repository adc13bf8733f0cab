/** The sign-in panel's mode for institutions: the user selects an institution, then the window navigates to its sign-in page. */
import { Text } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { type ChosenInstitution, InstitutionFinder } from './institution-finder.tsx';
import { beginInstitution } from './institution-proof.ts';
import styles from './sign-in.module.css';

interface InstitutionPanelProps {
  /** The path of this site to which the browser returns after the sign-in. */
  readonly returnTo: string;
  /** If true, the institution is linked to the signed-in user; otherwise a user is signed in. */
  readonly bind?: boolean;
}

export const InstitutionPanel = ({ returnTo, bind = false }: InstitutionPanelProps) => {
  const going = useMutation({
    mutationFn: (institution: ChosenInstitution | undefined) => beginInstitution({ institutionId: institution?.id, returnTo, bind }),
    onSuccess: ({ url }) => location.assign(url),
    meta: { claims: true },
  });
  const { error, variables } = going;
  const failure = error === null ? '' : error.message || text.startFailed;
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
      <Text as="p" size={13} tone="soft" className={styles.sent} role="status">
        {going.isPending && variables !== undefined ? text.going(variables.name) : ''}
      </Text>
    </div>
  );
};
