/** Chooses the gateways of the account slice (SMS, mail, captcha, sign-in providers) and assembles it, for the server process and the command line. */
import { type Account, createAccount } from '../features/account/account.ts';
import { isSecondFactorOn } from '../features/account/second-factor/second-factor-store.ts';
import { createAliyunSlider } from '../gateways/captcha/aliyun-slider.ts';
import { createLocalCaptcha } from '../gateways/captcha/local-captcha.ts';
import type { ProviderGateways } from '../gateways/identity/provider-gateway.ts';
import type { MailGateway } from '../gateways/mail/mail-gateway.ts';
import { createOutboxMail } from '../gateways/mail/outbox-mail.ts';
import { createSmtpMail } from '../gateways/mail/smtp-mail.ts';
import { createOutbox } from '../gateways/outbox/outbox.ts';
import { createAliyunSms } from '../gateways/sms/aliyun-sms.ts';
import { createOutboxSms } from '../gateways/sms/outbox-sms.ts';
import type { SmsGateway } from '../gateways/sms/sms-gateway.ts';
import { unavailableSms } from '../gateways/sms/unavailable-sms.ts';
import { createLocalWechat, type LocalWechat } from '../gateways/wechat/local-wechat.ts';
import { createWechatAccountApi, createWechatApi } from '../gateways/wechat/wechat-api.ts';
import { createWechatSignIn } from '../gateways/wechat/wechat-sign-in.ts';
import type { Config } from '../platform/config.ts';
import { measuredMail, measuredSms } from './measured-gateways.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

const smsGatewayOf = ({ smsProvider, aliyunSms }: Config, outboxFolder: string): SmsGateway => {
  if (smsProvider === 'outbox') return createOutboxSms(createOutbox(outboxFolder, 'sms'));
  return aliyunSms === undefined ? unavailableSms : createAliyunSms(aliyunSms);
};

const mailGatewayOf = ({ mail }: Config, outboxFolder: string): MailGateway | undefined => {
  if (mail.provider === 'smtp') return createSmtpMail(mail.smtp);
  return mail.provider === 'outbox' ? createOutboxMail(createOutbox(outboxFolder, 'mail')) : undefined;
};

/** Returns the local page that simulates WeChat's authorization for browsers inside WeChat; undefined if it is not enabled. */
export const localWechatOf = ({ config, secret, clock }: Platform): LocalWechat | undefined =>
  config.wechatLocal && config.wechatAccount === undefined
    ? createLocalWechat({ secret: deriveKey(secret, 'local-wechat'), clock })
    : undefined;

/** Returns the adapter of each provider that is set up. `localWechat`: the page that replaces a public account. */
export const providersOf = ({ wechat, wechatAccount }: Config, localWechat?: LocalWechat): ProviderGateways => ({
  wechat: createWechatSignIn({
    website: wechat && createWechatApi(wechat),
    account: wechatAccount ? createWechatAccountApi(wechatAccount) : localWechat,
  }),
});

export const assembleAccount = (platform: Platform): Account => {
  const { config } = platform;
  const outboxFolder = `${config.dataDir}/outbox`;
  const mail = mailGatewayOf(config, outboxFolder);
  return createAccount({
    db: platform.db,
    clock: platform.clock,
    events: platform.events,
    limiter: platform.limiter,
    sms: measuredSms(smsGatewayOf(config, outboxFolder), platform.metrics),
    mail: mail && measuredMail(mail, platform.metrics),
    providers: providersOf(config, localWechatOf(platform)),
    captcha: createLocalCaptcha(config.mode === 'demo' ? createOutbox(outboxFolder, 'captcha') : undefined),
    hostedSlider: config.aliyunCaptcha && createAliyunSlider(config.aliyunCaptcha, platform.clock),
    secret: deriveKey(platform.secret, 'account'),
    sessionsPerDeviceType: config.sessionsPerDeviceType,
    needsSecondFactor: isSecondFactorOn,
    secondFactorRequired: config.secondFactor === 'required',
    smsSystemPerHour: config.smsPerHour,
    mailSystemPerHour: config.mail.perHour,
    institutionAddresses: platform.institutionNetworks,
    log: platform.log,
    refusesPublishedPassword: config.mode === 'production',
  });
};
