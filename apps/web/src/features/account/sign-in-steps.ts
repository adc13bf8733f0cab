/**
 * Asks the user during a sign-in whether another device that is in use may be signed out, and continues the sign-in as the user decides.
 */
import { deviceInUse, type LoginResult, replaceDevice } from '@shufang/contract';
import { create } from 'zustand';
import { FieldValueError, isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';

interface DeviceQuestion {
  readonly name: string;
  /** Time of the last call from the device, UTC ms. */
  readonly lastSeenAt: number;
  readonly askedAt: number;
  readonly decide: (continues: boolean) => void;
}

/** The pending question, shown by `DeviceInUseDialog`. */
export const useDeviceQuestion = create<{ readonly question: DeviceQuestion | undefined }>(() => ({ question: undefined }));

/** Thrown if the user decides to leave the other device signed in. Its message is shown on pages that have no form. */
export class SignInCanceled extends FieldValueError {
  constructor() {
    super(signInText.replaceCanceled);
    this.name = 'SignInCanceled';
  }
}

const askAboutDevice = ({ name, lastSeenAt }: { name: string; lastSeenAt: number }): Promise<boolean> => {
  // A newer question replaces a pending one, which counts as declined.
  useDeviceQuestion.getState().question?.decide(false);
  return new Promise((resolve) => {
    const decide = (continues: boolean): void => {
      useDeviceQuestion.setState({ question: undefined });
      resolve(continues);
    };
    useDeviceQuestion.setState({ question: { name, lastSeenAt, askedAt: Date.now(), decide } });
  });
};

/**
 * Parameter of every sign-in request. It makes the server report another signed-in device of the same type instead of signing it out at
 * once.
 */
export const asks = { ifSignedInElsewhere: 'ask' } as const;

/**
 * Runs `work`, a call that signs in with the parameter `asks`. If another device is in use, shows the question and continues as the user
 * decides. `opened` converts the result of `replaceDevice` to the result of `work`. Throws `SignInCanceled`, or the error of a call.
 */
export const throughSteps = async <T>(work: () => Promise<T>, opened: (login: LoginResult, returnTo: string) => T): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const inUse = isRefusal(error, 'account.deviceInUse') ? deviceInUse.safeParse(error.payload).data : undefined;
    if (inUse === undefined) throw error;
    const { device, ticket, returnTo = '/' } = inUse;
    if (!(await askAboutDevice(device))) throw new SignInCanceled();
    return throughSteps(async () => opened(await call(replaceDevice, { ticket }), returnTo), opened);
  }
};

/** Does the same as `throughSteps`, for calls that return the session directly. */
export const signInThroughSteps = (work: () => Promise<LoginResult>): Promise<LoginResult> => throughSteps(work, (login) => login);
