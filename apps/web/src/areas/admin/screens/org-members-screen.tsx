/** `/org/members`: the member list of an institution. */
import { Column } from '@shufang/ui';
import { licenseUseText } from '../../../platform/messages/zh-cn/license-use.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { ChosenInstitution } from '../institution/chosen-institution.tsx';
import styles from '../institution/license-use.module.css';
import { MemberImport } from '../institution/member-import.tsx';
import { MemberList } from '../institution/members-dialog.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={screenTitle.orgMembers} lead={licenseUseText.members.lead}>
    <ChosenInstitution>
      {(institutionId) => (
        <Column key={institutionId} gap={24} className={styles.members} marginTop={24}>
          <MemberImport institutionId={institutionId} />
          <MemberList institutionId={institutionId} />
        </Column>
      )}
    </ChosenInstitution>
  </AdminPage>
);
