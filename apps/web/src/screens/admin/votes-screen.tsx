/** `/admin/votes`: whether the articles of the manuals helped. */
import { DeskVotes } from '../../features/help/desk-votes.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskCatalogueText.votes.title} lead={deskCatalogueText.votes.lead} permissions={['curate']}>
    <DeskVotes />
  </DeskPage>
);
