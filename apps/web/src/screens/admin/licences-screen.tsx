/** `/admin/licences`: what institutions have bought. */
import { useMayAny } from '../../features/account/for-operators.tsx';
import { DeskLicences } from '../../features/commerce/desk-licences.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { licencesText } from '../../platform/messages/zh-cn/licences.ts';
import { DeskPage } from './desk-page.tsx';

const Licences = () => <DeskLicences mayManage={useMayAny(['manageLicence']) === true} />;

export const Component = () => (
  <DeskPage title={deskText.entries.licences} lead={licencesText.lead} permissions={['viewLicence']}>
    <Licences />
  </DeskPage>
);
