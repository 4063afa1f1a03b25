import type { WorkerRequest, WorkerResponse } from './messages'
import { EngineModule } from './module'

let engine: EngineModule | null = null

function send(response: WorkerResponse): void {
  postMessage(response)
}

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    if (data.module) engine = new EngineModule(data.module)
    if (!engine) throw new Error('the first message must bring the module')
    if (data.network) engine.addNetwork(data.network)
    engine.request(data.text, (text) => send({ text }))
  } catch (error) {
    send({ failure: String(error) })
  }
}
