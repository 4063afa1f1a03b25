import { request } from '../../lib/net/api'
import { t } from '../../lib/text/i18n.svelte'
import type {
  ChangePassword,
  Credentials,
  DeleteMe,
  LoginAnswer,
  NewRecoveryCodes,
  Recovery,
  RecoveryCodesAnswer,
  SecondFactorProof,
  SecondFactorSecret,
  SecondFactorView,
  SessionView,
  SignupAnswer,
  TokenAnswer,
} from '../../lib/protocol'
import { problemText } from '../../lib/text/sentences'
import { problemOf } from '../shared/problem'

/** The account endpoints. */
export const account = {
  signUp: (credentials: Credentials) => request<SignupAnswer>('POST', '/signup', credentials),
  logIn: (credentials: Credentials) => request<LoginAnswer>('POST', '/login', credentials),
  logOut: () => request<undefined>('POST', '/logout'),
  recover: (recovery: Recovery) => request<undefined>('POST', '/recover', recovery),
  changePassword: (change: ChangePassword) => request<undefined>('POST', '/password', change),
  newCodes: (proof: NewRecoveryCodes) =>
    request<RecoveryCodesAnswer>('POST', '/recovery-codes', proof),
  secondFactor: () => request<SecondFactorView>('GET', '/second-factor'),
  beginSecondFactor: () => request<SecondFactorSecret>('POST', '/second-factor'),
  confirmSecondFactor: (proof: SecondFactorProof) =>
    request<undefined>('POST', '/second-factor/confirm', proof),
  disableSecondFactor: (proof: SecondFactorProof) =>
    request<undefined>('DELETE', '/second-factor', proof),
  sessions: () => request<SessionView[]>('GET', '/sessions'),
  endSession: (id: string) => request<undefined>('DELETE', `/sessions/${encodeURIComponent(id)}`),
  tokens: () => request<SessionView[]>('GET', '/tokens'),
  makeToken: (label: string) => request<TokenAnswer>('POST', '/tokens', { label }),
  endToken: (id: string) => request<undefined>('DELETE', `/tokens/${encodeURIComponent(id)}`),
  deleteMe: (proof: DeleteMe) => request<undefined>('DELETE', '/me', proof),
}

/** The download URL of all data stored about the player. */
export const EXPORT_URL = '/api/v1/me/export'

/** The text of an error for a logged-in player: `bad_login` can only mean a wrong password. */
export function refusalText(error: unknown): string {
  const problem = problemOf(error)
  return problem.code === 'bad_login' ? t('account-password-wrong') : problemText(problem)
}
