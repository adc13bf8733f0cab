/** The dependencies of the help slice: captchas and user names of the account slice, and the probes of the status page. */
import { signInProvider } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { networkOfAddress } from '../features/account/budgets.ts';
import { checkCaptcha } from '../features/account/captcha/captchas.ts';
import { getUserInfoById } from '../features/account/profile/user-info.ts';
import { createHelpDependencies, type HelpDependencies } from '../features/help/help-dependencies.ts';
import type { ProbeDependencies } from '../features/help/service-probes.ts';
import { searchReady } from '../features/institution/settings-store.ts';
import { findContact } from '../features/settings/find-contact.ts';
import { createSettingsDependencies } from '../features/settings/platform-settings.ts';
import { topicOfTickets } from '../features/sync/topics.ts';
import { providersOf } from './assemble-account.ts';
import { institutionSignInMethodsOf } from './assemble-institutions.ts';
import type { Platform } from './open-platform.ts';

export const probeDependenciesOf = (platform: Platform): ProbeDependencies => {
  const { db, objects, limiter, config } = platform;
  const methods = institutionSignInMethodsOf(platform);
  const providers = providersOf(config);
  return {
    db,
    objects,
    limiter,
    enabled: {
      sms: config.smsProvider !== 'none',
      providers: signInProvider.options.filter((provider) => providers[provider] !== undefined),
      payment: config.payProviders.length > 0,
    },
    hasInstitutionSignIn: async () => (await searchReady(db.orm, { q: '', methods, limit: 1 })).length > 0,
  };
};

export const helpDependenciesOf = (platform: Platform, account: Account): HelpDependencies => {
  const { clock, log, events } = platform;
  const settings = createSettingsDependencies(platform);
  return createHelpDependencies({
    ...probeDependenciesOf(platform),
    clock,
    log,
    subnetOf: networkOfAddress,
    checkCaptcha: (proof) => checkCaptcha(account, proof),
    findAuthor: async (userId) => {
      const { nickname, tel } = await getUserInfoById(account, userId);
      return { userId, name: nickname, tel };
    },
    notifyAuthor: (userId) => events.publish(topicOfTickets(userId), {}),
    contact: () => findContact(settings),
  });
};
