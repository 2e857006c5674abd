import { sweep } from './sweep.ts'

sweep('desktop')
