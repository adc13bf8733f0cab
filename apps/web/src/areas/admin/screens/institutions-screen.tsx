/** `/admin/institutions`: institutions with their sign-in settings and member lists. */
import { useMayAny, useMayWhole } from '../../../features/account/for-operators.tsx';
import { adminInstitutionsText } from '../../../platform/messages/zh-cn/admin-institutions.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminInstitutions } from '../institution/admin-institutions.tsx';
import { AdminPage } from './admin-page.tsx';

const Institutions = () => (
  <AdminInstitutions mayManage={useMayWhole('manageLicense') === true} mayManageMembers={useMayAny(['manageLicenseMembers']) === true} />
);

export const Component = () => (
  <AdminPage title={screenTitle.adminInstitutions} lead={adminInstitutionsText.lead}>
    <Institutions />
  </AdminPage>
);
