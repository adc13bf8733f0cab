/** `/user/myFiles`: the user's uploads, their total size, and where each is used. */
import { Page, PageHeader } from '@shufang/ui';
import { MyFiles } from '../../../features/account/my-files.tsx';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { userFilesText } from '../../../platform/messages/zh-cn/user-files.ts';

export const Component = () => (
  <Page width="text">
    <PageHeader title={userFilesText.title} lead={userFilesText.lead} />
    <ForSignedIn signedOutText={userFilesText.signedOut}>
      <UserMenu />
      <MyFiles />
    </ForSignedIn>
  </Page>
);
