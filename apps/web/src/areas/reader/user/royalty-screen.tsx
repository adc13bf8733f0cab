/** `/user/royalties/:id`: a statement of a contributor, who confirms it or objects to it. */
import { buttonClass, Page, PageHeader } from '@shufang/ui';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../../features/account/signed-out.tsx';
import { UserMenu } from '../../../features/account/user-menu.tsx';
import { OwnStatement } from '../../../features/royalty/own-statement.tsx';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';

const text = royaltyText.mine;

export const Component = () => (
  <Page>
    <PageHeader title={royaltyText.what} lead={text.lead}>
      <Link to="/user/royalties" className={buttonClass('quiet')}>
        {text.back}
      </Link>
    </PageHeader>
    <ForSignedIn signedOutText={text.signedOut}>
      <UserMenu current="/user/myEditedBook" />
      <OwnStatement id={useParams()['id'] ?? ''} />
    </ForSignedIn>
  </Page>
);
