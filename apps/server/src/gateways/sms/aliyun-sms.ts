/** SMS messages through Alibaba Cloud: https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms */
import { CodedError, type SmsType } from '@shufang/contract';
import { AliyunError, callAliyun } from '../aliyun/aliyun-request.ts';
import type { SmsGateway } from './sms-gateway.ts';

export interface AliyunSmsSettings {
  /** The origin of the API, `https://dysmsapi.aliyuncs.com`. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  /** Name of the sender as approved by the supplier, such as `书房` (the name of this product). */
  readonly signName: string;
  /** Ids of the message templates by kind of message; each has one variable, `code`. */
  readonly templates: Readonly<Record<SmsType, string>>;
  readonly timeoutMs?: number;
}

/**
 * Codes of the supplier's rate limits for a phone number, a template or the account. Users get the same error as for the rate limits of
 * this server. https://help.aliyun.com/zh/sms/developer-reference/api-error-codes
 */
const LIMITED = new Set([
  'isv.BUSINESS_LIMIT_CONTROL',
  'isv.DAY_LIMIT_CONTROL',
  'isv.MONTH_LIMIT_CONTROL',
  'isv.SMS_SIGNATURE_SCENE_LIMIT',
]);

const refusal = (code: string, cause: unknown): CodedError =>
  new CodedError(LIMITED.has(code) ? 'account.smsBudget' : 'account.smsUnavailable', {}, { cause });

export const createAliyunSms = (settings: AliyunSmsSettings): SmsGateway => {
  const { endpoint, accessKeyId, accessKeySecret, signName, templates, timeoutMs } = settings;
  return {
    async send({ tel, type, code }) {
      const response = await callAliyun({
        endpoint,
        action: 'SendSms',
        version: '2017-05-25',
        accessKeyId,
        accessKeySecret,
        params: { PhoneNumbers: tel, SignName: signName, TemplateCode: templates[type], TemplateParam: JSON.stringify({ code }) },
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }).catch((error: unknown) => {
        if (error instanceof AliyunError) throw refusal(error.code, error);
        throw error;
      });
      const result = response['Code'];
      // The supplier's message is not logged, because it may contain the phone number.
      if (result !== 'OK')
        throw refusal(String(result), new Error(`Aliyun refused a message: ${String(result)}, request ${String(response['RequestId'])}`));
    },
  };
};
