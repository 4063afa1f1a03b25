import type { HostWorkerRequest, HostWorkerResponse } from './messages'
import { HostModule } from './module'

let host: HostModule | null = null

function send(response: HostWorkerResponse): void {
  postMessage(response)
}

self.onmessage = ({ data }: MessageEvent<HostWorkerRequest>) => {
  try {
    if (data.module) host = new HostModule(data.module)
    if (!host) throw new Error('the first message must bring the module')
    send({ text: host.request(data.text) })
  } catch (error) {
    send({ failure: String(error) })
  }
}
