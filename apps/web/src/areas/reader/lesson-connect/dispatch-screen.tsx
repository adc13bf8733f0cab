/** `/lesson/connect/dispatch`: the page to which providers and institutions return after a sign-in. */
import { INSTITUTION_STATE } from '@shufang/contract';
import { Panel, Stack } from '@shufang/ui';
import { useSearchParams } from 'react-router';
import { DeviceQuestion } from '../../../features/account/device-question.tsx';
import { InstitutionReturn } from '../../../features/account/institution-return.tsx';
import { Logo } from '../../../features/account/logo.tsx';
import { ProviderReturn } from '../../../features/account/provider-return.tsx';
import styles from '../../../features/account/sign-in-card.module.css';

export const Component = () => {
  const [params] = useSearchParams();
  return (
    <Stack placeItems="center" className={styles.screen}>
      <Panel className={styles.card}>
        <Logo />
        <DeviceQuestion />
        {params.get('state')?.startsWith(INSTITUTION_STATE) ? <InstitutionReturn params={params} /> : <ProviderReturn params={params} />}
      </Panel>
    </Stack>
  );
};
