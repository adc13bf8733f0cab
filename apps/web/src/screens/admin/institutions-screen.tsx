/** `/admin/institutions`: the institutions that read here, how their people sign in, and their lists. */
import { useMayAny, useMayWhole } from '../../features/account/for-operators.tsx';
import { DeskInstitutions } from '../../features/institution/desk-institutions.tsx';
import { deskInstitutionsText } from '../../platform/messages/zh-cn/desk-institutions.ts';
import { DeskPage } from './desk-page.tsx';

const Institutions = () => (
  <DeskInstitutions mayManage={useMayWhole('manageLicence') === true} mayManageMembers={useMayAny(['manageLicenceMembers']) === true} />
);

export const Component = () => (
  <DeskPage title={deskInstitutionsText.title} lead={deskInstitutionsText.lead} permissions={['viewLicence']}>
    <Institutions />
  </DeskPage>
);
