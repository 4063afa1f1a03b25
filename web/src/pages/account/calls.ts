import { request } from '../../lib/api'
import type {
  ChangePassword,
  Credentials,
  LoginAnswer,
  Recovery,
  SessionView,
  SignupAnswer,
  TokenAnswer,
} from '../../lib/protocol'

/** What an account can be asked for. */
export const account = {
  signUp: (credentials: Credentials) => request<SignupAnswer>('POST', '/signup', credentials),
  logIn: (credentials: Credentials) => request<LoginAnswer>('POST', '/login', credentials),
  logOut: () => request<undefined>('POST', '/logout'),
  recover: (recovery: Recovery) => request<undefined>('POST', '/recover', recovery),
  changePassword: (change: ChangePassword) => request<undefined>('POST', '/password', change),
  sessions: () => request<SessionView[]>('GET', '/sessions'),
  endSession: (id: string) => request<undefined>('DELETE', `/sessions/${encodeURIComponent(id)}`),
  tokens: () => request<SessionView[]>('GET', '/tokens'),
  makeToken: (label: string) => request<TokenAnswer>('POST', '/tokens', { label }),
  endToken: (id: string) => request<undefined>('DELETE', `/tokens/${encodeURIComponent(id)}`),
  deleteMe: () => request<undefined>('DELETE', '/me'),
}

/** Where everything that is stored about the person can be downloaded. */
export const EXPORT_URL = '/api/v1/me/export'
